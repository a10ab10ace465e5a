import { forwardMarks, headerLabels, originalMarks } from './mail-words.ts'

type Attribution = [start: RegExp, end: RegExp]

// Start and end of an attribution in many languages, for example: "On Mon, 2 Mar 2026 at 10:00, Jane Doe
// <jane@example.com> wrote:"
const attributions: Attribution[] = [
  [/^on\s/i, /\bwrote ?:$/i],
  [/^(?:am|on|.{0,40}\d)/i, /\bschrieb\b.{0,150}:$/i],
  [/^(?:le|on)\s/i, /a écrit ?:$/i],
  [/^(?:el|en)\s/i, /\bescribi(?:ó|o) ?:$/i],
  [/^(?:il|in data|.{0,40}\d)/i, /\b(?:ha scritto|scrive) ?:$/i],
  [/^(?:op|.{0,40}\d)/i, /\bschreef\b.{0,150}:$/i],
  [/^(?:em|a|no dia|.{0,40}\d)/i, /\bescreveu ?:$/i],
  [/^(?:w dniu|dnia|.{0,40}\d)/i, /(?:napisał(?:\(a\)|a)?|pisze) ?:$/i],
  [/^(?:den|på|kl|man|tir|tis|ons|tor|fre|lør|lör|søn|sön|.{0,40}\d)/i, /\bskrev\b.{0,150}:$/i],
  [/\d/, /kirjoitti ?:$/i],
  [/^(?:dne|.{0,40}\d)/i, /napsal(?:\(a\)|a)? ?:$/i],
  [/\d/, /(?:ezt írta|írta)\b.{0,150}:$/i],
  [/^(?:în|pe|la)\s/i, /a scris ?:$/i],
  [/\d/, /(?:написал(?:\(а\)|а)?|пишет|пише|написав|написала) ?:$/i],
  [/\d/, /(?:şunu yazdı|şunları yazdı|yazdı) ?:$/i],
  [/\d/, /έγραψε ?:$/i],
  [/\d/, /(?:写道|寫道|の(?:メール|メッセージ)|書きました|wrote) ?[:：]$/],
  [/^\d{4}年\d{1,2}月/, /[:：]$/],
  [/^\d{4}년 ?\d{1,2}월/, /(?:작성|씀|썼습니다|wrote) ?:$/],
  // For any language: a time, an address, and a colon at the end.
  [/\d{1,2}[:.]\d{2}/, /<[^<>\s]+@[^<>\s]+>\)?.{0,30}[:：]$/],
  [/\d{1,2}[:.]\d{2}/, /\s[^\s@:]+@[^\s@:]+:$/],
  [/^-{2,} ?on\s/i, /\bwrote ?-{2,}$/i],
]

const separator = new RegExp(`^[-_=*–—]{2,} ?(?:${originalMarks}|[\\w .]{1,60} wrote:) ?[-_=*–—]{2,}$`, 'i')

const forward = new RegExp(`^(?:[-_=*]{2,} ?)?(?:${forwardMarks})`, 'i')

const { from, ...companions } = headerLabels
const senderLabel = new RegExp(`^\\*?(?:${from})\\*? ?[:：]\\*? ?\\S`, 'i')
const otherLabel = new RegExp(`^\\*?(?:${Object.values(companions).join('|')})\\*? ?[:：]`, 'i')

const LONGEST_LINE = 400

export function isAttribution(text: string): boolean {
  if (text.length > LONGEST_LINE || !/\d/.test(text)) return false
  return attributions.some(([start, end]) => start.test(text) && end.test(text))
}

/** Returns whether a line is an attribution without quoted lines: it has a time or year, and an address. */
export const isCertainAttribution = (text: string): boolean =>
  isAttribution(text) && /\d{1,2}[:.]\d{2}|\d{4}/.test(text) && /@/.test(text)

export const isSeparator = (text: string): boolean => text.length <= LONGEST_LINE && separator.test(text)

export const isForward = (text: string): boolean => text.length <= LONGEST_LINE && forward.test(text)

const forwardMark = new RegExp(
  `^(?:[-_=*]{2,} ?(?:${forwardMarks}|forwarded by).{0,120}[-_=*]{2,}|[-_=* ]*(?:${forwardMarks})[-_=*:： ]*)$`,
  'iu',
)

export const isForwardMark = (text: string): boolean => text.length <= LONGEST_LINE && forwardMark.test(text)

export const isRule = (text: string): boolean => /^[-_=*–—]{5,200}$/.test(text)

/** Returns whether the lines are the header of an Outlook quotation: "From: ..." and at least two other labels. */
export function isHeaderBlock(lines: string[]): boolean {
  if (!senderLabel.test(lines[0]!.slice(0, LONGEST_LINE))) return false
  return lines.slice(1, 7).filter((line) => otherLabel.test(line.slice(0, LONGEST_LINE))).length >= 2
}
