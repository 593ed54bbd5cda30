/** Where a repository keeps its settings; keys are the long options without `--`. */
export const CONFIG_PATH = '.github/smart-fix.yml';
