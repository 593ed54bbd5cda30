/**
 * Runs in a process of its own, in the folder where the compiler ran. Its argument lists what was reported, as JSON:
 * `{ path, code, message }`. It asks the language service of the TypeScript that the repository installed for fixes,
 * and writes those that are the only one of a plain kind for their message. It ends with 1 when there is none.
 */
export const TYPESCRIPT_PROGRAM = `
const fs = require('fs'), path = require('path'), { argv, cwd } = require('process');
const ts = require(require.resolve('typescript', { paths: [cwd()] }));
const reported = JSON.parse(argv[1]);
const PLAIN = ['import', 'spelling', 'addMissingAwait', 'fixAwaitInSyncFunction', 'convertToTypeOnlyImport',
  'fixOverrideModifier', 'fixImportNonExportedMember', 'unusedIdentifier', 'addMissingAsync', 'fixReturnTypeInAsyncFunction'];
const texts = new Map(), versions = new Map();
const absolute = (file) => path.resolve(file);
const config = ts.findConfigFile(path.dirname(absolute(reported[0].path)), ts.sys.fileExists);
const parsed = config
  ? ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, path.dirname(config))
  : { options: { allowJs: true }, fileNames: [] };
const paths = [...new Set(reported.map((each) => absolute(each.path)))];
const names = [...new Set([...parsed.fileNames, ...paths])];
const read = (file) => texts.get(path.resolve(file)) ?? ts.sys.readFile(file);
const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  readFile: read,
  getCompilationSettings: () => parsed.options,
  getScriptFileNames: () => names,
  getScriptVersion: (file) => String(versions.get(path.resolve(file)) ?? 0),
  getScriptSnapshot: (file) => { const text = read(file); return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text); },
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  getCurrentDirectory: cwd,
});
const quote = (file) => (/from '/.test(read(file) ?? '') ? 'single' : /from "/.test(read(file) ?? '') ? 'double' : 'auto');
const said = (each) => ts.flattenDiagnosticMessageText(each.messageText, '\\n').split('\\n')[0];
function plainFix(file, each) {
  const format = { ...ts.getDefaultFormatCodeSettings('\\n'), ...indentOf(read(file) ?? '') };
  const fixes = service.getCodeFixesAtPosition(file, each.start, each.start + each.length, [each.code], format,
    { quotePreference: quote(file), importModuleSpecifierEnding: 'auto' });
  const plain = fixes.filter(({ fixName, fixId }) =>
    PLAIN.includes(fixName) && (fixName !== 'unusedIdentifier' || (isInImport(file, each.start) && fixId !== 'unusedIdentifier_prefix')));
  const edits = plain.length === 1 ? plain[0].changes : [];
  return edits.every((edit) => !edit.isNewFile && paths.includes(path.resolve(edit.fileName))) ? edits : [];
}
function isInImport(file, at) {
  return service.getProgram().getSourceFile(file).statements.some((each) => ts.isImportDeclaration(each) && each.pos <= at && at < each.end);
}
function indentOf(text) {
  const indent = /^( +|\\t)\\S/m.exec(text)?.[1] ?? '    ';
  return indent === '\\t' ? { convertTabsToSpaces: false } : { indentSize: indent.length, tabSize: indent.length };
}
function apply({ fileName, textChanges }) {
  const file = path.resolve(fileName);
  let text = read(file);
  for (const { span, newText } of [...textChanges].sort((a, b) => b.span.start - a.span.start))
    text = text.slice(0, span.start) + newText + text.slice(span.start + span.length);
  texts.set(file, text);
  versions.set(file, (versions.get(file) ?? 0) + 1);
}
function mendOne(file) {
  const mine = reported.filter((each) => absolute(each.path) === file);
  for (const each of [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)]) {
    if (!mine.some(({ code, message }) => code === each.code && said(each).startsWith(message.slice(0, 60)))) continue;
    const edits = plainFix(file, each);
    if (edits.length === 0) continue;
    edits.forEach(apply);
    return true;
  }
  return false;
}
for (const file of paths) for (let left = 100; left > 0 && mendOne(file); left -= 1);
for (const [file, text] of texts) fs.writeFileSync(file, text);
process.exitCode = texts.size > 0 ? 0 : 1;
`;
