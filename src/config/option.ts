import * as z from 'zod';

type OptionKind = 'text' | 'list' | 'switch';

interface OptionMeta {
  readonly kind: OptionKind;
  /** Shown in the usage text: `--gate CMD`. Empty for a switch. */
  readonly placeholder: string;
  readonly help: string;
}

/** A schema with what the command line and the usage text need to know of it. */
export const option = <T extends z.ZodType>(schema: T, meta: OptionMeta): T => schema.meta({ ...meta });
export const text = (placeholder: string, help: string) =>
  option(z.string().min(1).nullable().default(null), { kind: 'text', placeholder, help });
export const list = (placeholder: string, help: string) =>
  option(z.array(z.string().min(1)).default([]), { kind: 'list', placeholder, help });
export const toggle = (help: string) =>
  option(z.boolean().default(false), { kind: 'switch', placeholder: '', help });
/** Refines a schema by a function that answers what is wrong, or null. */
export const faultFree =
  (fault: (value: string) => string | null) =>
  (value: string, context: z.RefinementCtx): void => {
    const message = fault(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  };
/** A number, or its digits as a command line passes them; nothing else is taken for one. */
export const wholeNumber = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.number('is no whole number').int().min(min).max(max),
  );
export const integer = (range: { min: number; max: number; default: number }, help: string) =>
  option(wholeNumber(range).default(range.default), {
    kind: 'text',
    placeholder: 'N',
    help: `${help} (${range.min}-${range.max}, default ${range.default})`,
  });

export interface OptionDescription extends OptionMeta {
  readonly key: string;
  /** `max-attempts`: as on the command line (after `--`) and in the configuration file. */
  readonly name: string;
}

const metaSchema = z.object({
  kind: z.enum(['text', 'list', 'switch']),
  placeholder: z.string(),
  help: z.string(),
});

/** The options of a settings schema in their order, for parsing and for the usage text. */
export function describeOptions(shape: Readonly<Record<string, z.ZodType>>): readonly OptionDescription[] {
  return Object.entries(shape).map(([key, schema]) => ({
    key,
    name: kebab(key),
    ...metaSchema.parse(schema.meta()),
  }));
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
