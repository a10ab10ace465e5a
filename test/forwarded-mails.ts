/**
 * Forwarded mails in the form of each mail program, in eight languages. The forms come from the source of messages that
 * these programs forwarded.
 */

export const programs = [
  ...(['Gmail', 'Outlook', 'Outlook on the web', 'Outlook on a phone', 'Apple Mail', 'an iPhone'] as const),
  ...(['Thunderbird', 'Yahoo', 'Proton Mail', 'Samsung Email', 'Zoho Mail', 'Fastmail', 'GMX'] as const),
]
export type Program = (typeof programs)[number]

export const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const
type Language = (typeof languages)[number]

export type Forwarded = {
  program: Program
  language: Language
  format: 'text' | 'html'
  /** Text that the agent writes above the forwarded mail, or an empty text. */
  remark: string
  writer: { name: string; address: string }
  agent: string
  subject: string
  words: string
}

type Labels = {
  from: string
  sent: string
  date: string
  to: string
  subject: string
  prefix: string
  mark: string
  apple: string
  day: string
}

const labels: Record<Language, Labels> = {
  en: {
    from: 'From:',
    sent: 'Sent:',
    date: 'Date:',
    to: 'To:',
    subject: 'Subject:',
    prefix: 'FW: ',
    mark: 'Forwarded Message',
    apple: 'Begin forwarded message:',
    day: 'Monday, March 2, 2026 10:15 AM',
  },
  de: {
    from: 'Von:',
    sent: 'Gesendet:',
    date: 'Datum:',
    to: 'An:',
    subject: 'Betreff:',
    prefix: 'WG: ',
    mark: 'Weitergeleitete Nachricht',
    apple: 'Anfang der weitergeleiteten Nachricht:',
    day: 'Montag, 2. März 2026 10:15',
  },
  fr: {
    from: 'De :',
    sent: 'Envoyé :',
    date: 'Date :',
    to: 'À :',
    subject: 'Objet :',
    prefix: 'TR : ',
    mark: 'Message transféré',
    apple: 'Début du message réexpédié :',
    day: 'lundi 2 mars 2026 10:15',
  },
  es: {
    from: 'De:',
    sent: 'Enviado el:',
    date: 'Fecha:',
    to: 'Para:',
    subject: 'Asunto:',
    prefix: 'RV: ',
    mark: 'Mensaje reenviado',
    apple: 'Inicio del mensaje reenviado:',
    day: 'lunes, 2 de marzo de 2026 10:15',
  },
  it: {
    from: 'Da:',
    sent: 'Inviato:',
    date: 'Data:',
    to: 'A:',
    subject: 'Oggetto:',
    prefix: 'I: ',
    mark: 'Messaggio Inoltrato',
    apple: 'Inizio messaggio inoltrato:',
    day: 'lunedì 2 marzo 2026 10:15',
  },
  pt: {
    from: 'De:',
    sent: 'Enviada em:',
    date: 'Data:',
    to: 'Para:',
    subject: 'Assunto:',
    prefix: 'ENC: ',
    mark: 'Mensagem encaminhada',
    apple: 'Início da mensagem reencaminhada:',
    day: 'segunda-feira, 2 de março de 2026 10:15',
  },
  nl: {
    from: 'Van:',
    sent: 'Verzonden:',
    date: 'Datum:',
    to: 'Aan:',
    subject: 'Onderwerp:',
    prefix: 'Doorst: ',
    mark: 'Doorgestuurd bericht',
    apple: 'Begin doorgestuurd bericht:',
    day: 'maandag 2 maart 2026 10:15',
  },
  pl: {
    from: 'Od:',
    sent: 'Wysłano:',
    date: 'Data:',
    to: 'Do:',
    subject: 'Temat:',
    prefix: 'PD: ',
    mark: 'Treść przekazanej wiadomości',
    apple: 'Początek przekazywanej wiadomości:',
    day: 'poniedziałek, 2 marca 2026 10:15',
  },
}

type Parts = Forwarded & { label: Labels; who: string; whoHtml: string }
type Writing = { prefix: 'own' | 'Fwd'; text(parts: Parts): string; html(parts: Parts): string }

const lines = (...given: string[]) => given.join('\n')
const plainHeader = ({ label, who, agent, subject }: Parts, date: string) =>
  lines(`${label.from} ${who}`, `${date} ${label.day}`, `${label.to} ${agent}`, `${label.subject} ${subject}`)
const bold = (label: string, value: string) => `<b>${label}</b> ${value}`
const htmlHeader = ({ label, whoHtml, agent, subject }: Parts, date: string, between = '<br>') =>
  [bold(label.from, whoHtml), bold(date, label.day), bold(label.to, agent), bold(label.subject, subject)].join(between)
const above = ({ remark }: Parts, between = '\n\n') => (remark ? `${remark}${between}` : '')
const quoted = (text: string) => text.replace(/^/gm, '> ')

const writing: Record<Program, Writing> = {
  Gmail: {
    prefix: 'Fwd',
    text: (parts) =>
      `${above(parts)}---------- Forwarded message ---------\n${parts.label.from} ${parts.who}\nDate: ${parts.label.day}\nSubject: ${parts.subject}\nTo: <${parts.agent}>\n\n\n${parts.words}\n`,
    html: ({ remark, label, writer, agent, subject, words }) =>
      `<div dir="ltr">${remark}<br><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>${label.from} <strong class="gmail_sendername" dir="auto">${writer.name}</strong> <span dir="auto">&lt;<a href="mailto:${writer.address}">${writer.address}</a>&gt;</span><br>Date: ${label.day}<br>Subject: ${subject}<br>To:  &lt;<a href="mailto:${agent}">${agent}</a>&gt;<br></div><br><br><div dir="ltr">${words}</div>\n</div></div>\n`,
  },
  Outlook: {
    prefix: 'own',
    text: (parts) => `${above(parts)}${plainHeader(parts, parts.label.sent)}\n\n${parts.words}\n`,
    html: (parts) =>
      `<html><head><style>p.MsoNormal{margin:0cm}</style></head><body lang="EN-GB"><div class="WordSection1"><p class="MsoNormal"><span style="mso-fareast-language:EN-US">${parts.remark}<o:p></o:p></span></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${htmlHeader(parts, parts.label.sent)}<o:p></o:p></p></div></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">${parts.words}<o:p></o:p></p></div></body></html>`,
  },
  'Outlook on the web': {
    prefix: 'own',
    text: (parts) =>
      `${above(parts)}________________________________\n${plainHeader(parts, parts.label.sent)}\n\n${parts.words}\n`,
    html: (parts) =>
      `<html><head></head><body dir="ltr"><div class="elementToProof" style="font-family: Aptos;">${parts.remark}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${htmlHeader(parts, parts.label.sent)}</font><div>&nbsp;</div></div><div><p>${parts.words}</p></div></body></html>`,
  },
  'Outlook on a phone': {
    prefix: 'own',
    text: (parts) =>
      `${above(parts)}Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n${plainHeader(parts, parts.label.sent)}\n\n${parts.words}\n`,
    html: (parts) =>
      `<html><body><div dir="ltr">${parts.remark}</div><div id="ms-outlook-mobile-signature"><div></div>Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message skipProofing"><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${htmlHeader(parts, parts.label.sent)}</font><div>&nbsp;</div></div><div>${parts.words}</div></div></body></html>`,
  },
  'Apple Mail': {
    prefix: 'Fwd',
    text: (parts) =>
      `${above(parts)}${quoted(lines(parts.label.apple, '', `${parts.label.from} ${parts.who}`, `${parts.label.subject} ${parts.subject}`, `${parts.label.date} ${parts.label.day}`, `${parts.label.to} ${parts.agent}`, '', parts.words))}\n\n`,
    html: ({ remark, label, whoHtml, subject, agent, words }) =>
      `<html><head></head><body style="overflow-wrap: break-word;">${remark}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>${label.apple}</div><br class="Apple-interchange-newline">${[bold(label.from, whoHtml), bold(label.subject, subject), bold(label.date, label.day), bold(label.to, agent)].map((line) => `<div style="margin: 0px;"><span>${line}<br></span></div>`).join('')}<br><div><div>${words}</div></div></blockquote></div><br></body></html>`,
  },
  'an iPhone': {
    prefix: 'Fwd',
    text: (parts) =>
      `${above(parts)}Sent from my iPhone\n\n${parts.label.apple}\n\n${quoted(lines(plainHeader(parts, parts.label.date), '', parts.words))}\n`,
    html: (parts) =>
      `<html><head></head><body dir="auto"><div dir="ltr">${parts.remark}</div><br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br>${parts.label.apple}<br><br></div><blockquote type="cite"><div dir="ltr">${htmlHeader(parts, parts.label.date)}<br><br></div></blockquote><blockquote type="cite"><div dir="ltr">﻿<div>${parts.words}</div></div></blockquote></body></html>`,
  },
  Thunderbird: {
    prefix: 'Fwd',
    text: ({ label, who, agent, subject, words, ...parts }) =>
      `${parts.remark ? `${parts.remark}\n\n` : ''}\n-------- ${label.mark} --------\n${label.subject} \t${subject}\n${label.date} \tMon, 2 Mar 2026 10:15:00 +0100\n${label.from} \t${who}\n${label.to} \t${agent}\n\n\n\n${words}\n`,
    html: ({ label, writer, agent, subject, words, remark }) =>
      `<!DOCTYPE html><html><head></head><body><p>${remark}</p><div class="moz-forward-container"><br><br>-------- ${label.mark} --------<table class="moz-email-headers-table" cellspacing="0" cellpadding="0" border="0"><tbody>${[
        [label.subject, subject],
        [label.date, 'Mon, 2 Mar 2026 10:15:00 +0100'],
        [
          label.from,
          `${writer.name} <a class="moz-txt-link-rfc2396E" href="mailto:${writer.address}">&lt;${writer.address}&gt;</a>`,
        ],
        [label.to, agent],
      ]
        .map(
          ([name, value]) =>
            `<tr><th valign="BASELINE" nowrap="nowrap" align="RIGHT">${name} </th><td>${value}</td></tr>`,
        )
        .join('')}</tbody></table><br><br><p>${words}</p></div></body></html>`,
  },
  Yahoo: {
    prefix: 'Fwd',
    text: (parts) =>
      `${above(parts)}   ----- ${parts.label.mark} -----\n${plainHeader(parts, parts.label.sent)}\n\n${parts.words}\n`,
    html: (parts) =>
      `<html><head></head><body><div class="ydp1yahoo-style-wrap"><div dir="ltr">${parts.remark}</div><div><br></div></div><div id="yahoo_quoted_7" class="yahoo_quoted"><div style="font-family:Helvetica"><div>----- ${parts.label.mark} -----</div>${htmlHeader(parts, parts.label.sent, '</div><div>').replace(/^/, '<div>')}</div><div><br></div><div><div id="yiv7"><div>${parts.words}</div></div></div></div></div></body></html>`,
  },
  'Proton Mail': {
    prefix: 'Fwd',
    text: (parts) =>
      `${above(parts)}------- ${parts.label.mark} -------\n${plainHeader(parts, parts.label.date)}\n\n${quoted(parts.words)}\n`,
    html: (parts) =>
      `<div style="font-family: Arial;">${parts.remark}</div><div><br></div><div class="protonmail_quote">------- ${parts.label.mark} -------<br>${parts.label.from} ${parts.whoHtml}<br>${parts.label.date} ${parts.label.day}<br>${parts.label.subject} ${parts.subject}<br>${parts.label.to} ${parts.agent}<br><br><blockquote class="protonmail_quote" type="cite"><div>${parts.words}</div></blockquote><br></div>`,
  },
  'Samsung Email': {
    prefix: 'Fwd',
    text: (parts) =>
      `${above(parts)}-------- Original message --------\n${plainHeader(parts, parts.label.date)}\n\n${parts.words}\n`,
    html: (parts) =>
      `<html><head></head><body dir="auto"><div dir="auto">${parts.remark}</div><div dir="auto"><br></div><div align="left" dir="auto" style="font-size:100%;color:#000000"><div>-------- Original message --------</div><div>${htmlHeader(parts, parts.label.date, '</div><div>')}</div><div><br></div></div><div>${parts.words}</div></body></html>`,
  },
  'Zoho Mail': {
    prefix: 'Fwd',
    text: ({ remark, label, who, agent, subject, words }) =>
      `${remark ? `${remark}\n\n` : ''}============ Forwarded message ============\n${label.from} ${who}\n${label.to} <${agent}>\n${label.date} Mon, 02 Mar 2026 10:15:00 +0100\n${label.subject} ${subject}\n============ Forwarded message ============\n\n${words}\n`,
    html: ({ remark, label, whoHtml, agent, subject, words }) =>
      `<div style="font-family: Verdana;"><div>${remark}<br></div><div><br></div><div class="zmail_extra_hr" style="border-top: 1px solid rgb(204, 204, 204);"><br></div><div class="zmail_extra" data-zbluepencil-ignore="true"><div><br></div><div id="Zm-_Id_-Sgn1">============ Forwarded message ============<br>${label.from} ${whoHtml}<br>${label.to} &lt;${agent}&gt;<br>${label.date} Mon, 02 Mar 2026 10:15:00 +0100<br>${label.subject} ${subject}<br>============ Forwarded message ============<br></div><div><br></div><blockquote id="blockquote_zmail" style="margin: 0px;"><div>${words}</div></blockquote></div></div>`,
  },
  Fastmail: {
    prefix: 'Fwd',
    text: (parts) =>
      `${above(parts)}----- Original message -----\n${plainHeader(parts, parts.label.date)}\n\n${parts.words}\n`,
    html: (parts) =>
      `<!DOCTYPE html><html><head></head><body><div>${parts.remark}</div><div><br></div><div>----- Original message -----</div><div>${parts.label.from} ${parts.whoHtml}</div><div>${parts.label.to} ${parts.agent}</div><div>${parts.label.subject} ${parts.subject}</div><div>${parts.label.date} ${parts.label.day}</div><div><br></div><blockquote type="cite" id="qt"><div>${parts.words}</div></blockquote><div><br></div></body></html>`,
  },
  GMX: {
    prefix: 'Fwd',
    text: ({ label, who, agent, subject, words, ...parts }) =>
      `${parts.remark ? `${parts.remark}\n\n` : ''}${label.sent} ${label.day}\n${label.from} ${who}\n${label.to} ${agent}\n${label.subject} ${subject}\n\n${words}\n`,
    html: ({ label, whoHtml, agent, subject, words, remark }) =>
      `<html><head></head><body><div style="font-family: Verdana;"><div>${remark}</div><div>&nbsp;</div><div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;"><b>${label.sent}</b>&nbsp;${label.day}<br/><b>${label.from}</b>&nbsp;${whoHtml}<br/><b>${label.to}</b>&nbsp;${agent}<br/><b>${label.subject}</b>&nbsp;${subject}</div><div name="quoted-content"><div>${words}</div></div></div></div></body></html>`,
  },
}

/** Returns the subject and the body of a forward, as its mail program writes them. */
export function writeForward(mail: Forwarded) {
  const label = labels[mail.language]
  const { name, address } = mail.writer
  const parts = { ...mail, label, who: `${name} <${address}>`, whoHtml: `${name} &lt;${address}&gt;` }
  const { prefix, text, html } = writing[mail.program]
  const body = mail.format === 'html' ? { html: html(parts), text: text(parts) } : { text: text(parts) }
  return { subject: `${prefix === 'own' ? label.prefix : 'Fwd: '}${mail.subject}`, ...body }
}
