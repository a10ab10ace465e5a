import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from './transaction.ts'

/** Languages whose letters stand in an order of their own, by the name of it; all others have that of the root, `und`. */
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

/** An order of letters. The database has a collation of ICU for each (migration 0108), and indexes of long lists by it. */
export type TextOrder = keyof typeof languagesOf | 'und'

const names = Object.keys(languagesOf) as (keyof typeof languagesOf)[]
const orderOf = new Map<string, TextOrder>(
  names.flatMap((name) => languagesOf[name].map((tag) => [tag, name] as const)),
)
export const textOrders: readonly TextOrder[] = ['und', ...names]

/** The order of a language of BCP 47, by itself and its script or country, else by itself alone. */
export function textOrderOf(language: string): TextOrder {
  const [name, part] = language.toLowerCase().split('-')
  return orderOf.get(`${name}-${part}`) ?? orderOf.get(name!) ?? 'und'
}

/** The order of the names that a workspace gives to things: that of its first language. */
export async function findOwnOrder(tx: Transaction): Promise<TextOrder> {
  const { languages } = await tx.selectFrom('workspaces').select('languages').executeTakeFirstOrThrow()
  return textOrderOf(languages[0]!)
}

const collations = new Map(textOrders.map((order) => [order, sql`collate ${sql.id(`order_${order}`)}`]))

/**
 * A text, to be ordered by and compared with as a reader of the language expects it. Texts that are equal to a reader, though
 * written otherwise, still have an order; an id settles ties of those that are the same.
 */
export const inOrder = (text: RawBuilder<unknown>, order: TextOrder) => sql`${text} ${collations.get(order)}`
