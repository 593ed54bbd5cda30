/** Matchers of the test libraries by what a pass of them says; names in small letters without separators. */
const NAMES: readonly (readonly [strength: number, pattern: RegExp])[] = [
  [4, /^(?:assertsame|strictequal|deepstrictequal|assertjsonstringequalsjsonstring)$/],
  [
    3,
    /^(?:tobe|toequal|tostrictequal|tobecloseto|tobenull|tobeundefined|tobenan|deepequal|equal|equals|eql|eq|eqv|is|same|issame|deepequals|isequalto|isequaltocomparingfieldbyfield|be|be_?equivalentto|isdeeplyequalto|beequivalentto|tomatchobject|tomatchinlinesnapshot|tomatchsnapshot|mustequal|shouldbe|shouldbeequal|containsexactly|equalto|jsoneq|tothrowerrormatchinginlinesnapshot|toequaltypeof|strictdeepequal|calledwith|tohavebeencalledwith|tohavebeennthcalledwith|tohavebeenlastcalledwith|assertcalledoncewith|assertcalledwith|nil|isnil|isnull|null)$/,
  ],
  [2, /^(?:refute|wont)/],
  [2, /^(?:assert|expect|check)\w*?not(?:equal|same|eq)/],
  [
    3,
    /^(?:debug|prop|testassert|expect|assert|check|require|verify|boost|refute)\w*?(?:eq|equals?|same|str|int|near|closeto|close|indelta|almostequal|output|float|double|identical|is|nil|isnil|isnull|null|isnone|count|json\w*|array\w*|file\w*|calledwith|calledoncewith|line|code|status|empty)$/,
  ],
  [
    2,
    /^(?:noterror|error|errorcontains|erroris|errortype|tohavelength|tocontain|tocontainequal|tomatch|tohaveproperty|tobegreaterthan\w*|tobelessthan\w*|tobeinstanceof|tothrow|tothrowerror|throws|rejects|match|include|includes|contains|contain|startswith|endswith|havelength|hassize|isgreaterthan|islessthan|raises|raiseerror|warns|matches|ispositive|len|length|notequal|notequals|notdeepequal|notstrictequal|shouldpanic|throwsasync|throwsany|propertyval|oneof|regexp|panics|throwsexactly|tohavebeencalledtimes)$/,
  ],
  [
    2,
    /^(?:expect|assert|check|require|boost|refute|testassert)\w*?(?:ne|notequals?|in|notin|includes?|contains?|match\w{0,40}|regex\w{0,40}|raises\w{0,40}|throws?|throwsexactly|greater\w{0,40}|less\w{0,40}|lt|gt|le|ge|isinstance|instanceof|startswith|endswith|len|length|haskey|exception\w{0,40}|partial|operator|predicate|kindof|inepsilon|lt|warns|timesequal)$/,
  ],
  [
    1,
    /^(?:ok|true|false|toBeTruthy|tobetruthy|tobefalsy|tobedefined|isnotnull|notnil|notnull|exist|exists|istrue|isfalse|betruthy|befalsey|isnotempty|notempty|isok|truthy|falsy|assert|nothrow|doesnotthrow|doesnotreject|tohavebeencalled|tohavereturned|called|assertcalled|notempty|bepresent|bedefined|benotnull|notbenull|isdefined|empty|isempty|beempty|anything|isinstanceof|isinstanceofany)$/,
  ],
];

/**
 * How much a pass of a matcher says (see `Assertion`); null for one that is judged by the condition it gets.
 * @param statement flat code of the whole assertion: an exception without its type says less.
 */
export function strengthOfMatcher(name: string, statement: string): number | null {
  const plain = name.toLowerCase().replaceAll('_', '');
  if (
    /^(?:assert|asserttrue|istrue|true|assertfalse|ok|check|require|expecttrue|expectfalse|checktrue|verify|refute|expect|cassert)$/.test(
      plain,
    )
  )
    return null;
  if (/not(?:null|nil|none|undefined|empty)|isnotn|(?:refute|wont)\w{0,40}(?:nil|empty|none)/.test(plain))
    return 1;
  if (/raise|throw|exception|panics|rejects|shouldpanic/.test(plain)) return ofException(statement);
  return (
    NAMES.find(([, pattern]) => pattern.test(plain))?.[0] ??
    (/^(?:assert|expect|check|refute|should)/.test(plain) ? 1 : null)
  );
}

const ANY_EXCEPTION =
  /^(?:\\ ?)?(?:Exception|BaseException|Throwable|RuntimeException|StandardError|Error|object|std :: exception)\b/;
const EXCEPTION_WORD = /(?:raise|throw|exception|panics|rejects|shouldpanic)\w*!?/i;

/** A type or a message says which error is meant; the most general type says nothing. */
function ofException(statement: string): number {
  const word = EXCEPTION_WORD.exec(statement);
  const rest = statement.slice((word?.index ?? 0) + (word?.[0].length ?? 0)).trimStart();
  const said = rest
    .replace(/^(?:\([^()]{0,3}\))?\s?[(<]?\s?(?:\([^()]{0,40}\) => [^,]{0,80},\s)?/, '')
    .slice(0, 80);
  // `ThrowsAny<Exception>(() => read("x"))`: what is called says nothing of the error.
  if (rest.startsWith('<') && ANY_EXCEPTION.test(said)) return 1;
  const isSaid = /^(?:\\ ?)?[A-Z]\w*|^"|^\/|match =|^expected|, "/.test(said);
  return isSaid && (!ANY_EXCEPTION.test(said) || /match =|"/.test(said)) ? 2 : 1;
}
