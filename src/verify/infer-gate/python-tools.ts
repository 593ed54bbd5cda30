import type { Project, ProjectGate } from './project.js';

/** tox, nox, or the test runner that a Python project names. */
export function pythonTools(project: Project): ProjectGate | null {
  const { paths, read } = project;
  const manifest = read('pyproject.toml') ?? '';
  const tox = ['tox.ini', 'tox.toml'].find((path) => paths.has(path));
  if (tox !== undefined || /^\[tool\.tox\b/m.test(manifest)) {
    return { origin: tox ?? 'pyproject.toml', setup: [], commands: ['tox'] };
  }
  if (paths.has('noxfile.py')) return { origin: 'noxfile.py', setup: [], commands: ['nox'] };
  const origin = ['pyproject.toml', 'setup.cfg', 'setup.py', 'requirements.txt', 'pytest.ini'].find((path) =>
    paths.has(path),
  );
  const runner = origin === undefined ? null : testRunner(project);
  if (origin === undefined || runner === null) return null;
  if (paths.has('uv.lock')) return { origin, setup: ['uv sync --locked'], commands: [`uv run ${runner}`] };
  if (paths.has('poetry.lock'))
    return { origin, setup: ['poetry install'], commands: [`poetry run ${runner}`] };
  return {
    origin,
    setup: [],
    commands: [runner === 'pytest' ? 'python3 -m pytest' : runner.replace('python', 'python3')],
  };
}

function testRunner({ paths, read }: Project): 'pytest' | 'python -m unittest' | null {
  const said = ['pyproject.toml', 'setup.cfg', 'requirements.txt'].some((path) =>
    /\bpytest\b/.test(read(path) ?? ''),
  );
  if (said || paths.has('pytest.ini') || paths.has('conftest.py')) return 'pytest';
  return [...paths].some((path) => /(?:^|\/)test_?[^/]*\.py$/.test(path)) ? 'python -m unittest' : null;
}
