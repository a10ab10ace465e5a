// Stemming dictionaries of PostgreSQL by language. Croatian and Bosnian use the Serbian dictionary, because the
// languages are similar.
const dictionaries: Record<string, string> = {
  ar: 'arabic',
  bs: 'serbian',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hr: 'serbian',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
}
/** Languages that write compounds as one word. In these languages, search also finds compounds by their last part. */
const compounding = new Set(['da', 'de', 'fi', 'hu', 'is', 'nb', 'nl', 'nn', 'no', 'sv'])

/** Stop words of the languages that use the Serbian dictionary, which contains no stop words. */
const silent = `a ako ali bi bih bio bila biti bismo cemu da do dok ga gdje ga i ih ili im iz ja je jer jesam jesu jos
  kada kad kako kamo koja koje koji kojem kojoj koju kroz li me mi mogu moj moja moje mojoj moju moze mozemo moram mora
  na nad nam nas ne nego neka neki neku nesto ni nije nisam o od ona oni ono ova ovaj ove ovo pa po pod pri s sa sam samo
  se si smo sta sto ste su sve svi svoj svoje svoju sto ta taj te ti to toga tu u uz vam vas vec vi za zasto zelim`
const silentWords = new Set(silent.split(/\s+/))

const baseOf = (language: string) => language.split('-')[0]!.toLowerCase()

export const dictionaryOf = (language: string) => {
  const name = dictionaries[baseOf(language)]
  return name ? `pg_catalog.${name}_stem` : 'pg_catalog.simple'
}
export const isCompounding = (language: string) => compounding.has(baseOf(language))
export const isSilent = (language: string, word: string) =>
  dictionaries[baseOf(language)] === 'serbian' && silentWords.has(word)
