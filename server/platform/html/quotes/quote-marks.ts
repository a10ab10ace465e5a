// How mail programs announce the mail that is answered, language by language. Lines come with single spaces.

type Attribution = [start: RegExp, end: RegExp]

// "On Mon, 2 Mar 2026 at 10:00, Jane Doe <jane@example.com> wrote:"
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
  // Whatever the language: a time, an address in brackets, a colon at the end.
  [/\d{1,2}[:.]\d{2}/, /<[^<>\s]+@[^<>\s]+>\)?.{0,30}[:：]$/],
  [/\d{1,2}[:.]\d{2}/, /\s[^\s@:]+@[^\s@:]+:$/],
  [/^-{2,} ?on\s/i, /\bwrote ?-{2,}$/i],
]

const separator =
  /^[-_=*–—]{2,} ?(?:original message|original-nachricht|ursprüngliche (?:nachricht|mail)|originalnachricht|message d['’]origine|message original|message initial|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original|wiadomość oryginalna|oryginalna wiadomość|исходное сообщение|original meddelelse|oprindelig meddelelse|opprinnelig melding|ursprungligt meddelande|originalmeddelande|alkuperäinen viesti|původní zpráva|eredeti üzenet|mesaj original|orijinal mesaj|αρχικό μήνυμα|元のメッセージ|原始邮件|原始郵件|원본 메시지|원본 메일|[\w .]{1,60} wrote:) ?[-_=*–—]{2,}$/i

const forward =
  /^(?:[-_=*]{2,} ?)?(?:(?:begin )?forwarded message|original forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten (?:nachricht|e-mail)|message transféré|début du message (?:réexpédié|transféré)|mensaje reenviado|inicio del mensaje reenviado|messaggio inoltrato|inizio messaggio inoltrato|doorgestuurd bericht|begin doorgestuurd bericht|mensagem (?:encaminhada|reencaminhada)|przekazana wiadomość|wiadomość przekazana|пересылаемое сообщение|переадресованное сообщение|videresendt (?:meddelelse|melding)|vidarebefordrat meddelande|転送(?:された|される)?メッセージ|转发的邮件|轉寄郵件|전달된 메시지)/i

const senderLabel =
  /^\*?(?:from|von|de|da|van|od|fra|från|lähettäjä|feladó|de la|kimden|от|від|από|差出人|送信元|发件人|寄件者|寄件人|보낸 ?사람|보낸이)\*? ?[:：]\*? ?\S/i

const otherLabel =
  /^\*?(?:sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|envoyé le|date|à|objet|enviado|enviado el|enviada em|fecha|para|asunto|data|inviato|a|oggetto|verzonden|aan|onderwerp|assunto|wysłano|do|temat|sendt|til|emne|skickat|till|ämne|lähetetty|vastaanottaja|aihe|odesláno|komu|předmět|elküldve|címzett|tárgy|trimis|către|subiect|gönderildi|gönderilme tarihi|kime|konu|отправлено|дата|кому|тема|надіслано|στάλθηκε|προς|θέμα|送信日時|日時|宛先|件名|发送时间|发送日期|日期|收件人|抄送|主题|寄件日期|傳送時間|收件者|主旨|보낸 ?날짜|보낸 시간|받는 ?사람|제목)\*? ?[:：]/i

const LONGEST_LINE = 400

export function isAttribution(text: string): boolean {
  if (text.length > LONGEST_LINE || !/\d/.test(text)) return false
  return attributions.some(([start, end]) => start.test(text) && end.test(text))
}

/** Strict enough to stand alone, where the words that follow carry no mark of a quotation. */
export const isCertainAttribution = (text: string): boolean =>
  isAttribution(text) && /\d{1,2}[:.]\d{2}|\d{4}/.test(text) && /@/.test(text)

export const isSeparator = (text: string): boolean => text.length <= LONGEST_LINE && separator.test(text)

export const isForward = (text: string): boolean => text.length <= LONGEST_LINE && forward.test(text)

export const isRule = (text: string): boolean => /^[-_=*–—]{5,200}$/.test(text)

/** "From: ..." and at least two of its companions in the lines below: the head of an Outlook quotation. */
export function isHeaderBlock(lines: string[]): boolean {
  if (!senderLabel.test(lines[0]!.slice(0, LONGEST_LINE))) return false
  return lines.slice(1, 7).filter((line) => otherLabel.test(line.slice(0, LONGEST_LINE))).length >= 2
}
