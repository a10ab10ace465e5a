import { alternatives, listWords } from '#server/platform/list-words.ts'

// Words of the lines that mail programs add, such as "Sent from my iPhone" or "Get Outlook for iOS", in many languages.

const beforeProgram = alternatives(`
  sent (?:from|with|via)|get|von mein(?:em|er)|gesendet (?:von|mit|über)|diese nachricht wurde von
  envoyé (?:de|depuis|avec|à partir de)|obtenir|téléchargez|télécharger|provenance ?:
  enviado (?:desde|con|do|de|da|pelo|via|a partir d[eo])|enviada (?:do|de|a partir d[eo])|obtener|obtenga|obter o
  obtenha o|baixar o|baixe o|inviato (?:da|dal|con|tramite)|ottieni|scarica
  (?:verzonden|verstuurd) (?:vanaf|vanuit|met|via)|outlook voor|download|wysłan[eoy] (?:z|ze)|pobierz
  sendt (?:fra|via|med)|hent|få|last ned|skickat (?:från|med|via)|skickades från|hämta|skaffa|lähetetty|hanki|hae
  odesláno (?:z|ze|pomocí)|získat|stáhnout|odoslané (?:z|zo|pomocou)|získať|elküldve|küldve|töltse le az
  trimis (?:de pe|din|de la|cu)|obțineți|descărcați|poslano (?:z|iz|s)|saadetud|išsiųsta (?:iš|naudojant)
  nosūtīts no|отправлено (?:с|из|от)|скачать|получить|надіслано (?:з|із)|отримати|завантажити|στάλθηκε από
  εστάλη από|λήψη του|dikirim dari|đã gửi từ|gửi từ|outlook für
`)

const programLines = [
  /^(?:私の|自分の)?.{2,30}から送信(?:されました)?$/,
  /^.{2,30}(?:を入手|をダウンロード)$/,
  /^(?:从|從|发自|發自)(?:我的)? ?.{2,30}?(?: ?(?:发送|傳送|寄出))?$/,
  /^(?:获取|下载|取得|下載) ?.{2,30}$/,
  /^(?:나의|내) ?.{2,30}에서 보냄$|^.{2,30}에서 (?:보냄|전송됨)$|^.{2,30} 다운로드$/,
  /^ส่งจาก ?.{2,40}$/,
  /^נשלח מ.{2,40}$/,
  /^(?:أُ?رسل(?:ت)? من|مُ?رسل من|تم الإرسال من) ?.{2,40}$/,
  /^.{2,40}(?:dan|den|tan|ten) gönderildi$/iu,
  /^.{2,40} edinin$/iu,
  /^.{2,40}(?:ról|ről|mról|mről) küldve$/iu,
  /^.{2,40} (?:gesendet|beziehen|herunterladen|downloaden)$/iu,
  /^.{2,40} (?:letöltése|beszerzése)$/iu,
]

const named =
  /iphon|ipad|ipod|android|ios\b|samsung|galaxy|huawei|honor\b|xiaomi|redmi|pixel|nokia|oneplus|motorola|sony|blackberry|outlook|windows|gmail|yahoo|\baol\b|proton|tuta|spark|thunderbird|fastmail|mailbird|\bgmx\b|web\.de|zoho|yandex|mail\.ru|яндекс|почт|\bmacbook\b/iu
const kinds = new Set(
  listWords(`
  phone smartphone mobile tablet device handy mobiltelefon telefon téléphone portable móvil teléfono celular
  telemóvel cellulare telefono telefoon mobiel telefonu mobilen telefonen mobilem puhelimesta telefonom telefonul
  телефона телефону κινητό mobil
`),
)
const between = new Set(
  listWords(`
  my mobile phone smartphone tablet device for on the app mail email e-mail secure and mein meinem meiner mobilgerät
  gesendet für auf aus der beziehen herunterladen mon ma pour sur appareil mobile un une mi para dispositivo móvil
  desde meu minha o no mio mia per su il mijn voor op een downloaden mojego mojej dla na systemu aplikację aplikaci
  aplikáciu min mit til till för fra från minun mého môjho pro pre az pe pentru meu mojega za minu mano mana моего
  мого для το μου για saya của tôi a de do da dal en
`),
)

const starts = new RegExp(`^(?:${beforeProgram})\\s+(.*)$`, 'iu')
const LONGEST_LINE = 80

/**
 * Returns whether a mail program added this line, such as "Sent from my iPhone". Every word must be known or
 * capitalised, so "Sent from Berlin last week" does not match.
 */
export function isSentFrom(line: string): boolean {
  if (line.length > 2 * LONGEST_LINE) return false
  const text = line
    .replace(/[<([]\s*https?:[^\s<>()[\]]*\s*[>)\]]/g, ' ')
    .replace(/[[\]<>*_]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.。]$/, '')
  if (text.length < 3 || text.length > LONGEST_LINE) return false
  const rest = starts.exec(text)?.[1]
  if (rest !== undefined) return isProgram(rest.split(' '))
  return named.test(text) && programLines.some((pattern) => pattern.test(text)) && isShort(text)
}

function isProgram(words: string[]): boolean {
  const hasName = words.some((word) => named.test(word)) || kinds.has(words.at(-1)!.toLowerCase())
  return hasName && words.length <= 8 && words.every(isOfProgram)
}

const isOfProgram = (word: string) =>
  between.has(word.toLowerCase()) || kinds.has(word.toLowerCase()) || named.test(word) || /^[\p{Lu}\d]/u.test(word)

const isShort = (text: string) => text.split(' ').length <= 7
