import { withIssue } from '../find-issue.js';
import { answer, type Call, invalid, list, notFound, type Reply, type Route, route } from '../route.js';
import type { CommentRecord, IssueRecord } from '../state.js';
import { timestamp } from '../timestamp.js';
import { commentView } from '../views/issue-view.js';
import { nodeId, userView } from '../views/user-view.js';

const READ = ['issues:read', 'pull_requests:read'] as const;
const WRITE = ['issues:write', 'pull_requests:write'] as const;

/** The longest text that GitHub takes, in characters. */
const MAX_BODY = 65_536;

interface NewComment {
  readonly body: string;
}

export const commentRoutes: readonly Route[] = [
  route('issues/list-comments', READ, (call) => withIssue(call, listComments)),
  route<NewComment>('issues/create-comment', WRITE, (call) => withIssue(call, createComment)),
  route<NewComment>('issues/update-comment', WRITE, (call) => withComment(call, updateComment)),
  route('issues/delete-comment', WRITE, (call) => withComment(call, deleteComment)),
  route<{ content: string }>('reactions/create-for-issue-comment', WRITE, (call) => withComment(call, react)),
];

function withComment<Body>(
  call: Call<Body>,
  handle: (call: Call<Body>, comment: CommentRecord) => Reply,
): Reply {
  const id = Number(call.path.comment_id);
  const comment = call.state.comments.find((each) => each.id === id);
  return comment === undefined ? notFound() : handle(call, comment);
}

function listComments(call: Call, issue: IssueRecord): Reply {
  const { since } = call.query;
  const comments = call.state.comments
    .filter((comment) => comment.issue === issue.number)
    .filter((comment) => since === undefined || comment.updatedAt >= since);
  return list(comments, (comment) => commentView(call, comment));
}

function createComment(call: Call<NewComment>, issue: IssueRecord): Reply {
  const { body } = call.body;
  if (body.length > MAX_BODY)
    return invalid('IssueComment', { code: 'custom', field: 'body', message: 'body is too long' });
  const at = timestamp();
  const comment: CommentRecord = {
    ...{
      id: call.state.nextId++,
      issue: issue.number,
      body,
      author: call.login,
      isOurs: true,
      reactions: [],
    },
    ...{ createdAt: at, updatedAt: at },
  };
  call.state.comments.push(comment);
  return answer(201, commentView(call, comment));
}

function updateComment(call: Call<NewComment>, comment: CommentRecord): Reply {
  call.checkOurs(comment);
  comment.body = call.body.body;
  comment.updatedAt = timestamp();
  return answer(200, commentView(call, comment));
}

function deleteComment(call: Call, comment: CommentRecord): Reply {
  call.checkOurs(comment);
  call.state.comments.splice(call.state.comments.indexOf(comment), 1);
  return answer(204);
}

/** 200 when the same reaction is there already. */
function react(call: Call<{ content: string }>, comment: CommentRecord): Reply {
  const { content } = call.body;
  const found = comment.reactions.find((each) => each.author === call.login && each.content === content);
  const reaction = found ?? { id: call.state.nextId++, content, author: call.login };
  if (found === undefined) comment.reactions.push(reaction);
  return answer(found === undefined ? 201 : 200, {
    id: reaction.id,
    node_id: nodeId('Reaction', reaction.id),
    user: userView(call, call.login),
    content,
    created_at: comment.updatedAt,
  });
}
