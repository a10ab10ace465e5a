const mostWords = 12
const mostLetters = 120

/** Words of thanks in the most frequent languages of customers. */
const thanks = [
  'thanks thank thankyou thx thnx ty tysm cheers appreciated appreciate grateful',
  'danke dankeschön dank merci besten vielen herzlichen bedanke',
  'remercie remercier remerciements gracias agradezco agradecido agradecida graciñas',
  'grazie ringrazio obrigado obrigada obg valeu agradeço',
  'bedankt dankjewel dankuwel tack tackar takk tak kiitos',
  'dziękuję dziękujemy dzięki děkuji děkujeme díky ďakujem köszönöm köszi mulțumesc multumesc mersi hvala teşekkürler teşekkür',
  'спасибо благодарю дякую благодаря ευχαριστώ ありがとう ありがとうございます ありがとうございました 谢谢 謝謝 感谢 감사합니다 고마워요 gràcies eskerrik',
]
const around = [
  'you very much so a lot many again for your the help support reply response answer quick fast that this it is was works worked working now fine great perfect',
  'awesome excellent super good nice wonderful all well ok okay got and everything solved fixed best regards kind warm have day nice lovely much i we really thing done',
  'schön sehr für die ihre deine eure hilfe antwort schnelle rasche das hat geklappt funktioniert jetzt gut alles klar prima toll perfekt mit freundlichen grüßen viele liebe grüße lg mfg und ich wir mich uns ihnen dir nochmals nochmal es ist war einen tag',
  'beaucoup pour votre ton aide réponse rapide ça marche maintenant parfait bien cordialement bonne journée je vous te nous et infiniment tout est super génial',
  'muchas muchísimas mil por su tu la el ayuda respuesta rápida ya funciona perfecto genial todo bien saludos un saludo y le les os te buen día',
  'mille tante per il suo tuo l aiuto risposta rapida ora funziona perfetto tutto bene ottimo saluti cordiali buona giornata vi ti e la',
  'muito pela pelo ajuda resposta rápida agora funciona perfeito tudo bem ótimo certo abraço cumprimentos bom dia e a o de',
  'je u heel erg wel hartelijk voor de het uw jouw snelle hulp antwoord reactie werkt nu goed prima top alles groet groeten vriendelijke met en fijne dag',
  'så mycket för hjälpen hjälp så meget for hjelpen hjælpen mange tusen hilsen hälsningar med vänliga det fungerar nu bra bardzo za pomoc moc díky pěkný den wszystko działa большое за помощь всё работает много çok ederim',
]
/** A message that contains one of these words is never mere thanks. */
const but = [
  'not no never still but however yet please need want cannot can could would should until unless except instead also another',
  'nicht kein keine noch aber bitte leider jedoch trotzdem pas ne mais encore toujours svp plaît pero aún aun todavía favor sigue falta',
  'non ma ancora purtroppo não nao mas ainda falta niet maar nog geen helaas inte men fortfarande ikke stadig fortsatt nie ale jeszcze',
  'proszę ne ještě prosím ei mutta nem de nu dar не но ещё пожалуйста ama değil',
]
const split = (lists: string[]) => new Set(lists.flatMap((list) => list.split(' ')))
const thankingWords = split(thanks)
const knownWords = new Set([...thankingWords, ...split(around)])
const contraryWords = split(but)

/**
 * Returns whether a message only says thanks. The message must be short, contain a word of thanks, and contain no
 * question or link. All words must be known, except at most two that look like names. In doubt returns false: a missed
 * request is worse than a ticket that is reopened without need.
 */
export function isMereThanks(text: string): boolean {
  const said = text.trim()
  if (said.length > mostLetters || /[?？¿]|https?:/iu.test(said)) return false
  const words = said.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
  const lower = words.map((word) => word.toLowerCase())
  if (words.length > mostWords || lower.some((word) => contraryWords.has(word))) return false
  const strange = words.filter((_, at) => !knownWords.has(lower[at]!))
  return (
    lower.some((word) => thankingWords.has(word)) &&
    strange.length <= 2 &&
    strange.every((word) => /^\p{Lu}\p{Ll}+$/u.test(word))
  )
}
