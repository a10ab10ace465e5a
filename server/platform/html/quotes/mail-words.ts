import { alternatives } from '#server/platform/list-words.ts'

export const headerLabels = {
  from: alternatives(`
    from|von|absender|de|expéditeur|remitente|remetente|da|mittente|van|afzender|od|nadawca|fra|från|lähettäjä
    feladó|de la|expeditor|kimden|gönderen|odesílatel|odosielateľ|pošiljatelj|saatja|nuo|no|от|отправитель|від
    відправник|από|מאת|من|差出人|送信元|送信者|发件人|寄件者|寄件人|보낸 ?사람|보낸이|ผู้ส่ง|từ|dari
  `),
  date: alternatives(`
    sent|date|sent at|gesendet|gesendet am|datum|envoyé|envoyé le|date d['’]envoi|enviado|enviado el|enviada em
    enviado em|enviada|fecha|data|data de envio|inviato|inviato il|data invio|verzonden|verzonden op|verstuurd
    wysłano|wysłane|data wysłania|sendt|dato|skickat|skickades|lähetetty|päivämäärä|päiväys|odesláno|odoslané|dátum
    elküldve|küldve|trimis|trimis la|gönderildi|gönderilme tarihi|tarih|poslano|saadetud|išsiųsta|nosūtīts
    отправлено|дата|надіслано|στάλθηκε|ημερομηνία|送信日時|日時|日付|发送时间|发送日期|日期|时间|寄件日期|傳送時間|보낸 ?날짜|보낸 시간|날짜|ngày|tanggal
    נשלח|תאריך|تاريخ الإرسال|التاريخ
  `),
  to: alternatives(`
    to|an|empfänger|à|pour|destinataire|para|destinatario|destinatário|a|aan|ontvanger|do|odbiorca|til|till
    vastaanottaja|komu|címzett|către|kime|alıcı|prima|za|saaja|kam|кому|получатель|προς|宛先|收件人|收件者|받는 ?사람|אל|إلى
    kepada|đến
  `),
  cc: alternatives(`
    cc|kopie|kopie \\(cc\\)|copie|copie à|copia|con copia|cópia|kopia|kopi|kopio|dw|do wiadomości|másolat|bilgi
    копия|копія|κοιν|κοιν\\.|抄送|副本|참조|bcc|cci|udw|blindkopie
  `),
  subject: alternatives(`
    subject|betreff|betrifft|objet|sujet|asunto|assunto|oggetto|onderwerp|temat|emne|ämne|aihe|předmět|predmet|tárgy
    subiect|konu|zadeva|teema|tema|temats|тема|θέμα|件名|主题|主旨|标题|제목|נושא|الموضوع|perihal|chủ đề
  `),
}

export const otherHeaderLabels = alternatives(`
  reply-to|antwort an|antworten an|répondre à|responder a|rispondi a|antwoord aan|odpowiedz do|sender|importance
  priority|wichtigkeit|priorität|importancia|priorité|importanza|priorità|prioriteit|urgentie|ważność|prioridade
  importância|prioridad|attachments?|anlagen?|anhänge|anhang|pièces? jointes?|datos adjuntos|adjuntos|allegati
  bijlagen?|załączniki?|anexos|organization|organisation|categories|message-id
`)

/** Words of mail programs above the original mail in an answer. Some programs use them above forwarded mails. */
export const originalMarks = alternatives(`
  original message|original-nachricht|ursprüngliche (?:nachricht|mail)|originalnachricht|message d['’]origine
  message original|message initial|courriel d['’]origine|mensaje original|correo original|messaggio originale
  oorspronkelijk bericht|mensagem original|wiadomość oryginalna|oryginalna wiadomość|исходное сообщение
  original meddelelse|oprindelig meddelelse|opprinnelig melding|ursprungligt meddelande|originalmeddelande
  alkuperäinen viesti|původní zpráva|eredeti üzenet|mesaj original|orijinal mesaj|αρχικό μήνυμα|元のメッセージ|原始邮件|原始郵件
  원본 메시지|원본 메일
`)

export const forwardMarks = alternatives(`
  (?:begin )?forwarded (?:message|mail|email)|original forwarded message|begin forwarded e-mail
  (?:anfang der )?weitergeleiteten? (?:nachricht|e-mail|mail)|message transféré|message réexpédié
  (?:courriel|e-mail|mail) transféré|début du (?:message|courriel) (?:réexpédié|transféré)
  (?:inicio del )?(?:mensaje|correo) reenviado|(?:inizio )?(?:del )?messaggio inoltrato
  (?:begin )?doorgestuurd (?:bericht|e-mailbericht)|begin van doorgestuurd bericht
  (?:início da )?mensagem (?:encaminhada|reencaminhada)|mensagem de e-mail encaminhada
  (?:początek )?przekazan(?:a|ej) wiadomoś(?:ć|ci)|wiadomość przekazana|treść przekazanej wiadomości
  początek przekazywanej wiadomości|wiadomość przesłana dalej|пересылаемое сообщение|переадресованное сообщение
  пересланное сообщение|начало переадресованного сообщения|переслане повідомлення
  (?:start på )?videresendt? (?:meddelelse|melding|besked|mail)|(?:vidarebefordrat|vidaresänt) (?:meddelande|brev)
  välitetty viesti|edelleenlähetetty viesti|p[řr]eposlaná zpráva|továbbított üzenet|mesaj redirec[țt]ionat
  iletilen mesaj|προωθημένο μήνυμα|転送(?:された|される)?(?:メッセージ|メール)|转发(?:的)?邮件|轉寄(?:的)?(?:郵件|信件)|전달된 (?:메시지|메일)
`)

export const forwardSubject =
  /^\s*(?:fwd?|fw|wg|wtr|weitergeleitet|tr|réexp|rv|reenv|enc|res?env|i|inoltro?|doorst|fs|vs|vb|vl|pd|pdł|przek|továbbítás|tov|ilt|yml|πρθ|пересл|hna|転送|转发|轉寄|전달)\s*(?:\[\d+\])?\s*[:：]/i

export const replySubject =
  /^\s*(?:re|aw|antw?|antwort|sv|ref|rif|r|res|resp|odp|vá|ynt|απ|回复|答复|返信|回覆|답장)\s*(?:\[\d+\])?\s*[:：]/i
