import { posix } from 'node:path';
import type { RuleFinding } from '../../domain/rule-finding.js';
import { addedMarks, type Mark } from '../patch/added-marks.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { tokenAt } from '../tokens/flat-code.js';
import type { Source } from '../tokens/source.js';
import { finding } from './rule.js';
import { isTest } from './told-by-tests.js';

/** Ways to put something in the place of the real thing; the target is in the group. */
const FORMS: readonly RegExp[] = [
  /(?<=\s)(?:jest|vi) \. (?:mock|doMock|setMock|unstable_mockModule) \( (?<target>"[^"]*")/g,
  /(?<=\s)(?:jest|vi) \. (?:spyOn|replaceProperty) \( (?<target>[\w. ]{1,60} , "[^"]*")/g,
  /(?<=\s)mock \. (?:method|module) \( (?<target>[\w. ]{0,60},? ?"[^"]*")/g,
  /(?<=\s)(?:sinon|sandbox) \. (?:stub|replace|mock|fake) \( (?<target>[\w. ]{1,60}(?: , "[^"]*")?)/g,
  /(?<=\s)td \. replace \( (?<target>[\w. ]{0,60},? ?"[^"]*")/g,
  /(?<=\s)(?:proxyquire|rewire) \( (?<target>"[^"]*")/g,
  /(?<=\s)(?:mock(?:er)? \. )?patch(?: \. object)? \( (?<target>"[^"]*"|[\w. ]{1,60} , "[^"]*")/g,
  /(?<=\s)monkeypatch \. setattr \( (?<target>"[^"]*"|[\w. ]{1,60} , "[^"]*")/g,
  /(?<=\s)(?:create_autospec|MagicMock) \( (?:spec = )?(?<target>[\w. ]{1,60})/g,
  /(?<=\s)(?:Mockito \. )?(?:mock|spy|mockStatic|mockConstruction|mockk|spyk|mockkStatic|mockkObject) \( (?<target>[\w. :"]{1,60})/g,
  /(?<=\s)(?:mockk|spyk) < (?<target>\w+) >/g,
  /(?<=\s)@ (?:Mock|MockBean|Spy|MockK|SpyK|InjectMock)\b(?: \([^)]{0,40}\))?\s(?:private |lateinit |var |val |final |static )*(?<target>[\w: ]{1,60})/g,
  /(?<=\s)new (?:Mock|Fake) < (?<target>\w+) >|(?<=\s)Substitute \. For < (?<target2>\w+) >|(?<=\s)A \. Fake < (?<target3>\w+) >/g,
  /(?<=\s)(?:allow|allow_any_instance_of|expect_any_instance_of) ?\(? ?(?<target>[\w: ]{1,60})\s?\)? ?\. to receive\b/g,
  /(?<=\s)(?<target>[\w: ]{1,40}) \. (?:stub|stubs|any_instance|expects) [(:]/g,
  /(?:createMock|createStub|getMockBuilder|createPartialMock|Mockery :: mock|partialMock|prophesize|mock) \( (?<target>[\w\\ :"]{1,60})/g,
];

/** A function or method of the program that a test gives another body. */
const ASSIGNED =
  /(?<=\n)(?<target>[A-Za-z_]\w*(?: (?:\.|::) \w+){1,3}) = (?:lambda\b|\(|async\b|function\b|\w+ =>|jest \.|vi \.|MagicMock|Mock\b|func\b)/g;
/** Go's functions are replaced through variables. */
const SWAPPED = /(?<=\n)(?<target>[A-Za-z]\w*) = func \(/g;
const REOPENED =
  /(?<=\n)(?<target>[A-Z]\w*(?: :: \w+)*) \. define_(?:singleton_)?method\b|(?<=\n)def (?<target2>[A-Z]\w*) \. /g;

/** S-MOCK: a test that replaces what it is there to examine. */
export function mockedSubject(patch: PatchView): readonly RuleFinding[] {
  const tests = patch.files.filter(
    ({ fileClass }) => fileClass === 'test' || fileClass === 'runner-config' || fileClass === 'fixture',
  );
  return [
    ...addedMarks(tests, (source, file) => mocks(source, file, patch)),
    ...tests.flatMap(replacedModules(patch)),
    ...tests.flatMap(ownCopies(patch)),
  ].map((mark) =>
    finding('S-MOCK', {
      ...mark,
      detail: `${mark.detail}; a test that replaces what it examines proves nothing.`,
    }),
  );
}

function mocks(source: Source, file: FilePair, patch: PatchView): readonly Mark[] {
  const subjects = subjectsOf(source, file, patch);
  const swapped = source.language === 'go' ? swaps(source) : [];
  const marks = [...FORMS, ASSIGNED, REOPENED].flatMap((pattern) =>
    [...source.flat.text.matchAll(pattern)].flatMap(({ index, groups }): readonly Mark[] => {
      const target = Object.values(groups ?? {}).find((each) => each !== undefined) ?? '';
      const words = target.split(/[^\w]+/).filter((word) => word.length > 1);
      const subject = words.find((word) => subjects.has(plain(word)));
      if (subject === undefined) return [];
      const line = source.code[tokenAt(source.flat, index)]?.line ?? 1;
      return [
        {
          key: `mock ${subject}`,
          line,
          verdict: 'reject',
          detail: `The test puts something else in the place of ${subject}`,
        },
      ];
    }),
  );
  return [...marks, ...swapped];
}

function swaps({ flat, code }: Source): readonly Mark[] {
  return [...flat.text.matchAll(SWAPPED)].flatMap(({ index, groups }): readonly Mark[] => {
    const target = groups?.target ?? '';
    if (!flat.text.includes(` ${target} (`)) return [];
    const line = code[tokenAt(flat, index)]?.line ?? 1;
    return [
      {
        key: `swap ${target}`,
        line,
        verdict: 'reject',
        detail: `The test puts something else in the place of ${target}`,
      },
    ];
  });
}

/** Names without case and separators, so that `cart_item`, `CartItem` and `cart-item` are one. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/** What the file tests, by its name, by what its assertions call, and by where the failure is. */
function subjectsOf(source: Source, { path }: FilePair, { log }: PatchView): ReadonlySet<string> {
  const base = posix.basename(path).replace(/\.\w+$/, '');
  const own = base
    .replace(/^(?:test_|Test(?=[A-Z]))|(?:[._-](?:test|tests|spec|it)|(?:Test|Tests|Spec|IT))$/g, '')
    .replace(/[._-](?:test|spec)$/, '');
  const called = [
    ...source.flat.text.matchAll(
      /(?<=\s)(?:expect \(|assert(?:\w*) ?!? ?\(?|assertThat \(|(?:assert|Assert|t|self|\$this)(?: \.| ->) \w+ \() (?:[\w".]+ , )?(?:await )?(?:\( ?\) => )?(?<name>[A-Za-z_$]\w*)(?: (?:\.|::|->) (?<member>\w+))? \(/g,
    ),
  ];
  const failed =
    log.scan?.findings.flatMap(({ file }) =>
      file === null || /test|spec/i.test(file) ? [] : [posix.basename(file).replace(/\.\w+$/, '')],
    ) ?? [];
  const names = [
    own,
    ...called.flatMap(({ groups }) => [groups?.name ?? '', groups?.member ?? '']),
    ...failed,
  ];
  return new Set(
    names
      .map(plain)
      .filter(
        (name) => name.length > 2 && !/^(?:index|main|init|conftest|setup|helper|new|get|set)$/.test(name),
      ),
  );
}

/** A function of the program that a test now defines by itself. */
const ownCopies =
  ({ files, related }: PatchView) =>
  ({ path, before, after }: FilePair): readonly (Mark & { path: string })[] => {
    if (
      before === null ||
      after === null ||
      !/^(?:shell|python|ruby|javascript|typescript|php)$/.test(after.language)
    )
      return [];
    const sources = [
      ...[...related].flatMap(([each, source]) => (isTest(each) ? [] : [source])),
      ...files.flatMap(({ fileClass, before: old }) => (fileClass === 'source' && old !== null ? [old] : [])),
    ];
    const names = new Set(sources.flatMap(({ functions }) => functions.map(({ name }) => name)));
    const old = new Set(before.functions.map(({ name }) => name));
    const copy = after.functions.find(
      ({ name }) =>
        name.length > 3 && names.has(name) && !old.has(name) && !/^(?:main|setup|usage)$/.test(name),
    );
    if (copy === undefined) return [];
    const line = after.code[copy.head]?.line ?? 1;
    const detail = `The test has a ${copy.name} of its own, as the program has`;
    return [{ path, key: 'copy', line, verdict: 'escalate', detail }];
  };

/** `__mocks__/cart.ts` stands in for the module of its name. */
const replacedModules =
  ({ related }: PatchView) =>
  ({ path, before }: FilePair): readonly (Mark & { path: string })[] => {
    if (before !== null || !/(?:^|\/)__mocks__\//.test(path)) return [];
    const name = posix.basename(path);
    const isOwn = [...related.keys()].some(
      (each) => posix.basename(each) === name && !/test|spec|__mocks__/.test(each),
    );
    return isOwn
      ? [
          {
            path,
            key: 'module',
            line: 1,
            verdict: 'reject',
            detail: `The new file replaces the module ${name} in every test`,
          },
        ]
      : [];
  };
