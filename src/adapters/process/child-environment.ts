import { isForbiddenName } from '../../domain/forbidden-name.js';

/** Names that a build needs to find its tools, caches and certificates. Compared without regard to case. */
const ALLOWED_NAMES = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TERM CI NO_COLOR
   JAVA_HOME M2_HOME MAVEN_HOME GRADLE_HOME GRADLE_USER_HOME ANDROID_HOME ANDROID_SDK_ROOT KOTLIN_HOME SDKMAN_DIR
   GOPATH GOROOT GOBIN GOCACHE GOMODCACHE GOPROXY GOFLAGS GOTOOLCHAIN GOSUMDB CGO_ENABLED
   CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN
   VIRTUAL_ENV CONDA_PREFIX PYTHONLOCATION PYTHON_ROOT_DIR LD_LIBRARY_PATH PKG_CONFIG_PATH UV_CACHE_DIR POETRY_HOME
   NVM_DIR NVM_BIN VOLTA_HOME FNM_DIR PNPM_HOME COREPACK_HOME BUN_INSTALL DENO_DIR NPM_CONFIG_CACHE NPM_CONFIG_REGISTRY
   GEM_HOME GEM_PATH RBENV_ROOT RBENV_VERSION COMPOSER_HOME MIX_HOME HEX_HOME DOTNET_ROOT NUGET_PACKAGES
   NODE_EXTRA_CA_CERTS CURL_CA_BUNDLE REQUESTS_CA_BUNDLE HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY
   SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT OS APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86)
   USERPROFILE USERNAME HOMEDRIVE HOMEPATH NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE`.split(/\s+/),
);
const ALLOWED_PREFIXES = ['LC_', 'XDG_', 'PYENV_', 'PIP_', 'SSL_CERT_', 'JAVA_HOME_'];

const URL_WITH_USERINFO = /:\/\/[^\s/?#]*@/;

/**
 * The environment of a command of the gate: built from an allow-list, never inherited. `extraNames` adds names that
 * the person listed; a forbidden name or a URL with user information does not pass even so.
 */
export function childEnvironment(
  base: Readonly<Record<string, string | undefined>>,
  options: { readonly extraNames: readonly string[]; readonly temporaryDirectory: string },
): Record<string, string> {
  const extra = new Set(options.extraNames.map((name) => name.toUpperCase()));
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    if (value === undefined || !isAllowed(name.toUpperCase(), extra)) continue;
    if (!URL_WITH_USERINFO.test(value)) environment[name] = value;
  }
  const temporary = options.temporaryDirectory;
  return { ...environment, TMPDIR: temporary, TMP: temporary, TEMP: temporary };
}

/**
 * Go calls a test package that passed once `ok (cached)` and does not run it again, although what its test starts may
 * have changed: what is listed first gives way to what the command itself asks for.
 */
export function withoutTestCache({ GOFLAGS = '', ...rest }: Record<string, string>): Record<string, string> {
  return { ...rest, GOFLAGS: `-count=1 ${GOFLAGS}`.trimEnd() };
}

function isAllowed(name: string, extra: ReadonlySet<string>): boolean {
  if (isForbiddenName(name)) return false;
  return (
    ALLOWED_NAMES.has(name) || extra.has(name) || ALLOWED_PREFIXES.some((prefix) => name.startsWith(prefix))
  );
}
