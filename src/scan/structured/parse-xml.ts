import { XMLParser } from 'fast-xml-parser';
import * as z from 'zod';

/** An element with its attributes, its children, and its text in one piece. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
  /** Offset of the element in the document. */
  readonly offset: number;
}

/** Entities are never expanded by the parser: a document that declares its own (a billion laughs) gets nothing. */
const PARSER = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: '#cdata',
  maxNestedTags: 100,
  captureMetaData: true,
});
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const attributesSchema = z.record(z.string(), z.string());
const textSchema = z.object({ '#text': z.string() });
/** Kept as it is: its place stands under a symbol. */
const nodeSchema = z.custom<Record<string, unknown>>((node) => typeof node === 'object' && node !== null);
const offsetSchema = z.object({ startIndex: z.number() });

/** The root elements; null for a text that is no XML, is cut off, or is nested more than 100 deep. */
export function parseXml(text: string): readonly XmlElement[] | null {
  try {
    return childrenOf(PARSER.parse(text)).children;
  } catch {
    return null;
  }
}

function childrenOf(nodes: unknown): Pick<XmlElement, 'children' | 'text'> {
  const children: XmlElement[] = [];
  const texts: string[] = [];
  for (const node of z.array(nodeSchema).parse(nodes)) {
    const plain = textSchema.safeParse(node);
    if (plain.success) texts.push(decodeReferences(plain.data['#text']));
    else if ('#cdata' in node) texts.push(cdataOf(node['#cdata']));
    else children.push(...elementsOf(node));
  }
  return { children, text: texts.join('') };
}

function elementsOf(node: Record<string, unknown>): XmlElement[] {
  const name = Object.keys(node).find((key) => key !== ':@');
  if (name === undefined || name.startsWith('?')) return [];
  const attributes = Object.entries(attributesSchema.parse(node[':@'] ?? {}));
  const [metaData] = Object.getOwnPropertySymbols(node);
  const offset = offsetSchema.safeParse(metaData === undefined ? undefined : Reflect.get(node, metaData));
  return [
    {
      name,
      attributes: Object.fromEntries(attributes.map(([key, value]) => [key, decodeReferences(value)])),
      ...childrenOf(node[name]),
      offset: offset.success ? offset.data.startIndex : 0,
    },
  ];
}

function cdataOf(nodes: unknown): string {
  const [first] = z.array(textSchema).parse(nodes);
  return first?.['#text'] ?? '';
}

/** The five names that XML itself knows, and numbers (w3.org/TR/xml, section 4.6); anything else stays as it is. */
function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g,
    (written, ...groups) => {
      const [decimal, hexadecimal, name] = groups as (string | undefined)[];
      if (name !== undefined) return NAMED[name] ?? written;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : written;
    },
  );
}
