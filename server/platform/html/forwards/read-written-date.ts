import { listWords } from '#server/platform/list-words.ts'

const languages = listWords('en de fr es it pt nl pl cs sk sl hr hu ro bg ru uk el tr sv da nb fi et lv lt ca id vi')

let known: Map<string, number> | undefined

function months(): Map<string, number> {
  if (known) return known
  known = new Map()
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      const alone = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
      const inDate = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' })
      for (let at = 0; at < 12; at++) {
        const day = Date.UTC(2026, at, 1)
        const part = inDate.formatToParts(day).find(({ type }) => type === 'month')
        for (const name of [alone.format(day), part?.value ?? '']) addMonth(known, name, at)
      }
    }
  }
  return known
}

function addMonth(names: Map<string, number>, name: string, at: number) {
  const key = name.toLowerCase().replace(/\.$/, '')
  if (/^\p{L}{3,}$/u.test(key) && !names.has(key)) names.set(key, at)
}

const mostLetters = 200
const clock = /(\d{1,2})\s?[:.h]\s?(\d{2})(?:[:.](\d{2}))?\s?(?:uhr)?\s*(am|pm|a\. ?m\.|p\. ?m\.)?(?![\d.])/i
const longestAgoMs = 20 * 365 * 24 * 3600_000

/**
 * Parses a date that a mail program wrote. Returns null unless the date is at most 20 years before `latest`. If the
 * text has no time zone, `offset` applies (minutes ahead of UTC).
 */
export function readWrittenDate(written: string, { offset, latest }: { offset: number; latest: Date }): Date | null {
  const text = written.slice(0, mostLetters).toLowerCase()
  const time = readTime(text)
  const days = readDays(time ? text.replace(time.text, ' ') : text, time?.isAmerican ?? false)
  const zone = readZone(text) ?? offset
  for (const [year, month, day] of days) {
    const at = Date.UTC(year, month, day, time?.hour ?? 12, time?.minute ?? 0, time?.second ?? 0)
    const isDay = new Date(Date.UTC(year, month, day)).getUTCDate() === day && month >= 0 && month < 12
    const date = new Date(at - zone * 60_000)
    if (isDay && date <= latest && date.getTime() > latest.getTime() - longestAgoMs) return date
  }
  return null
}

function readTime(text: string) {
  const found = [...text.matchAll(new RegExp(clock, 'gi'))].find(([, hour, minute]) => +hour! < 24 && +minute! < 60)
  if (!found) return null
  const [whole, hour, minute, second = '0', half = ''] = found
  const isAfternoon = /^p/.test(half) || /下午|午後|오후/.test(text)
  const isMorning = /^a/.test(half) || /上午|午前|오전/.test(text)
  const shown = Number(hour)
  const hours = isAfternoon && shown < 12 ? shown + 12 : isMorning && shown === 12 ? 0 : shown
  return { text: whole, isAmerican: half !== '', hour: hours, minute: Number(minute), second: Number(second) }
}

function readDays(text: string, isAmerican: boolean): [number, number, number][] {
  const iso = /(\d{4})[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})/.exec(text)
  if (iso) return [[Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])]]
  const numbers = /(\d{1,2})([./-])\s?(\d{1,2})[./-]\s?(\d{4}|\d{2})(?!\d)/.exec(text)
  if (numbers) return readNumbers(numbers, isAmerican)
  const month = text
    .match(/\p{L}{3,}/gu)
    ?.map((word) => months().get(word))
    .find((at) => at !== undefined)
  const year = /(?<!\d)((?:19|20)\d{2})(?!\d)/.exec(text)?.[1]
  const day = /(?<!\d)(\d{1,2})(?!\d)/.exec(text)?.[1]
  return month === undefined || !year || !day ? [] : [[Number(year), month, Number(day)]]
}

function readNumbers([, one, sign, two, given]: string[], isAmerican: boolean): [number, number, number][] {
  const year = given!.length === 2 ? 2000 + Number(given) : Number(given)
  const dayFirst: [number, number, number] = [year, Number(two) - 1, Number(one)]
  const monthFirst: [number, number, number] = [year, Number(one) - 1, Number(two)]
  if (sign !== '/') return [dayFirst]
  return isAmerican ? [monthFirst, dayFirst] : [dayFirst, monthFirst]
}

export function readZone(text: string): number | null {
  const [, sign, hours, minutes = '0'] =
    /(?:gmt|utc|\s)\s?([+-])(\d{1,2}):?(\d{2})?\)?\s*(?:\([^()]*\))?\s*$/i.exec(text) ?? []
  if (sign) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return /\b(?:gmt|utc)\s*\)?$/i.test(text.trim()) ? 0 : null
}
