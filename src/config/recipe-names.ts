import * as z from 'zod';
import { option } from './option.js';

const names = z.array(z.string().trim().min(1)).min(1);

/** `all`, `none` or names of recipes; a file may also say true or false, or hold a list. */
export const recipeNames = option(
  z.preprocess(
    (value) => {
      if (typeof value === 'boolean') return [value ? 'all' : 'none'];
      return typeof value === 'string' ? value.split(',') : value;
    },
    names.default(['all']),
  ),
  {
    kind: 'text',
    placeholder: 'LIST',
    help: 'recipes that may repair without a model: all, none, or names with commas between (default all)',
  },
);
