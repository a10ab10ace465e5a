import type { DemoPost } from './demo-entry.ts'

export const guides: DemoPost[] = [
  {
    en: [
      'Six rotas for a bakery that never closes',
      'Nights, mornings and weekends, shared so that nobody leaves.',
      'A bakery with fourteen people can cover every hour of the week without a single split shift. These six plans show how, from two teams that swap to a rolling week.',
      'Start with the one that your people ask for most, keep it for six weeks, and change one thing at a time.',
    ],
    de: [
      'Sechs Dienstpläne für eine Bäckerei, die nie schließt',
      'Nächte, Morgen und Wochenenden, so geteilt, dass niemand geht.',
      'Mit vierzehn Leuten lässt sich jede Stunde der Woche ohne geteilte Schicht abdecken.',
    ],
    author: 'Wanda Zielinska',
    category: 'guides',
  },
  {
    en: [
      'What a fair shift swap looks like',
      'Three rules that end most arguments before they begin.',
      'A swap is fair when both gain, when nobody else loses, and when the plan is right the minute after. Write these three on the wall.',
    ],
    author: 'Wanda Zielinska',
    category: 'guides',
    state: 'draft',
  },
  {
    en: [
      'The five-minute handover',
      'What the night has to tell the morning, on one card.',
      'Machines, money, people, deliveries, and the one thing that went wrong. If it does not fit on the card, it is a meeting.',
    ],
    de: [
      'Die Übergabe in fünf Minuten',
      'Was die Nacht dem Morgen sagen muss, auf einer Karte.',
      'Maschinen, Geld, Leute, Lieferungen, und das eine, was schiefging.',
    ],
    author: 'Wanda Zielinska',
    category: 'guides',
  },
  {
    en: [
      'Clocking in without a phone',
      'A tablet at the door, a code of four digits, and no private device.',
      'People may refuse to use their own phone for work. A tablet that costs less than a chair solves it for thirty of them.',
    ],
    de: [
      'Einstempeln ohne Handy',
      'Ein Tablet an der Tür, ein Code aus vier Ziffern, kein privates Gerät.',
      'Niemand muss das eigene Telefon für die Arbeit benutzen.',
    ],
    author: 'Jonas Lindqvist',
    category: 'guides',
  },
  {
    en: [
      'Six questions before you buy a rota app',
      'Ask them of us, too.',
      'Can people swap without you? Does it know your law? What happens without a network? Who owns the data? How do you leave? Who answers on a Sunday?',
    ],
    de: [
      'Sechs Fragen, bevor Sie eine Dienstplan-App kaufen',
      'Stellen Sie sie auch uns.',
      'Können Leute ohne Sie tauschen? Kennt sie Ihr Recht? Was passiert ohne Netz?',
    ],
    author: 'Sofia Bianchi',
    category: 'guides',
  },
  {
    en: [
      'Planning around school holidays',
      'Ask in January, decide in February, and nobody cries in July.',
      'Put the holidays of your region into the plan first, then ask parents for three wishes each, in order.',
    ],
    de: [
      'Planen um die Schulferien',
      'Im Januar fragen, im Februar entscheiden.',
      'Tragen Sie zuerst die Ferien ein, dann je drei Wünsche.',
    ],
    author: 'Sofia Bianchi',
    category: 'guides',
  },
  {
    en: [
      'When two branches share one team',
      'Travel time is working time, and the plan has to know it.',
      'Plan the way between as a shift of its own. It shows at once which day of the week is too tight.',
    ],
    de: [
      'Wenn zwei Filialen ein Team teilen',
      'Wegezeit ist Arbeitszeit, und der Plan muss es wissen.',
      'Planen Sie den Weg dazwischen als eigene Schicht. Dann zeigt sich sofort, welcher Wochentag zu eng ist.',
    ],
    author: 'Wanda Zielinska',
    category: 'guides',
  },
  {
    en: [
      'Four ways to read a rota',
      'By person, by day, by task, by cost.',
      'Look at it by cost on Monday, by person on Wednesday, and by task whenever somebody is ill.',
    ],
    de: [
      'Vier Arten, einen Dienstplan zu lesen',
      'Nach Person, Tag, Aufgabe und Kosten.',
      'Am Montag nach Kosten, am Mittwoch nach Person.',
    ],
    author: 'Sofia Bianchi',
    category: 'guides',
  },
  {
    en: [
      'Breaks that people really take',
      'A break nobody plans is a break nobody takes.',
      'Put it into the plan with a name beside it: who stands in. Breaks doubled in the cafés that did.',
    ],
    de: [
      'Pausen, die wirklich genommen werden',
      'Eine ungeplante Pause nimmt niemand.',
      'Schreiben Sie sie in den Plan, mit dem Namen der Vertretung.',
    ],
    author: 'Wanda Zielinska',
    category: 'guides',
  },
  {
    en: [
      'Sick at six in the morning',
      'Who calls whom, in which order, and what the plan does by itself.',
      'The first call goes to the app. It asks the three people who could come and would not break a rule.',
    ],
    de: [
      'Krank um sechs Uhr früh',
      'Wer wen anruft, in welcher Reihenfolge.',
      'Der erste Anruf gilt der App. Sie fragt drei, die könnten und dürfen.',
    ],
    author: 'Jonas Lindqvist',
    category: 'guides',
  },
  {
    en: [
      'Moving from a spreadsheet in an afternoon',
      'Keep the columns, drop the colours.',
      'Export names and hours, import them, and plan one week in both. Nobody misses the colours after that.',
    ],
    de: [
      'An einem Nachmittag weg von der Tabelle',
      'Spalten behalten, Farben weglassen.',
      'Namen und Stunden ausführen, einlesen, eine Woche in beidem planen.',
    ],
    author: 'Jonas Lindqvist',
    category: 'guides',
  },
  {
    en: [
      'A plan that survives the first snow',
      'Two names for each early shift, one of them at home.',
      'The second name is paid for being ready. It costs less than one closed morning.',
    ],
    de: [
      'Ein Plan, der den ersten Schnee übersteht',
      'Zwei Namen für jede Frühschicht, einer davon zu Hause.',
      'Der zweite Name wird fürs Bereitsein bezahlt. Das kostet weniger als ein geschlossener Morgen.',
    ],
    author: 'Sofia Bianchi',
    category: 'guides',
  },
  {
    en: [
      'Checklist: a new hire’s first week',
      'Five days, eleven things, none of them on paper.',
      'Access on Monday, the quiet shift on Tuesday, and the busy one only on Friday.',
    ],
    de: [
      'Checkliste: die erste Woche im neuen Team',
      'Fünf Tage, elf Dinge, keines davon auf Papier.',
      'Zugänge am Montag, die ruhige Schicht am Dienstag und die volle erst am Freitag.',
    ],
    author: 'Wanda Zielinska',
    category: 'guides',
  },
]
