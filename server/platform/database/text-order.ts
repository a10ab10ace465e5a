import { type RawBuilder, sql } from 'kysely'
import { keysOf } from '#contract/keys-of.ts'
import type { Transaction } from './transaction.ts'

/** The language tags that use each collation. Other languages use the collation `und`. */
const languagesOf = {
  az: ['az'],
  be: ['be'],
  cs: ['cs'],
  cy: ['cy'],
  da: ['da'],
  el: ['el'],
  es: ['es', 'gl'],
  et: ['et'],
  fi: ['fi'],
  he: ['he', 'yi'],
  hr: ['hr', 'bs', 'sh', 'sr-latn'],
  hu: ['hu'],
  is: ['is'],
  ja: ['ja'],
  ko: ['ko'],
  lt: ['lt'],
  lv: ['lv'],
  mk: ['mk'],
  mt: ['mt'],
  nb: ['nb', 'nn', 'no'],
  pl: ['pl'],
  ro: ['ro'],
  ru: ['ru', 'bg', 'ky', 'mn', 'uk'],
  sk: ['sk'],
  sl: ['sl'],
  sq: ['sq'],
  sr: ['sr'],
  sv: ['sv'],
  tr: ['tr'],
  vi: ['vi'],
  zh: ['zh'],
  zh_hant: ['zh-hant', 'zh-tw', 'zh-hk', 'zh-mo'],
} as const

/** A collation for sorting texts. The database has an ICU collation for each value (migration 0108). */
export type TextOrder = keyof typeof languagesOf | 'und'

const names = keysOf(languagesOf)
const orderOf = new Map<string, TextOrder>(
  names.flatMap((name) => languagesOf[name].map((tag) => [tag, name] as const)),
)
export const textOrders: readonly TextOrder[] = ['und', ...names]

/** Finds a tag's collation: by language with script or country, else by language, else `und` (BCP 47). */
export function textOrderOf(language: string): TextOrder {
  const [name, part] = language.toLowerCase().split('-')
  return orderOf.get(`${name}-${part}`) ?? orderOf.get(name!) ?? 'und'
}

export async function findOwnOrder(tx: Transaction): Promise<TextOrder> {
  const { languages } = await tx.selectFrom('workspaces').select('languages').executeTakeFirstOrThrow()
  return textOrderOf(languages[0]!)
}

const collations = new Map(textOrders.map((order) => [order, sql`collate ${sql.id(`order_${order}`)}`]))

/** Returns SQL that sorts a text by a collation. Only identical texts are equal, so a sort needs the id, too. */
export const inOrder = (text: RawBuilder<unknown>, order: TextOrder) => sql`${text} ${collations.get(order)}`
