import type { DemoChange } from './demo-entry.ts'

export const changes: DemoChange[] = [
  {
    day: '2026-11-16',
    kind: 'new',
    en: ['Swap across branches', 'People who work in two places can swap between them, where both plans allow it.'],
    de: ['Tauschen zwischen Filialen', 'Wer an zwei Orten arbeitet, kann zwischen ihnen tauschen.'],
  },
  {
    day: '2026-11-02',
    kind: 'better',
    en: ['Faster month view', 'A month of two hundred people opens in under a second.'],
    de: ['Schnellere Monatsansicht', 'Ein Monat mit zweihundert Leuten öffnet in unter einer Sekunde.'],
  },
  {
    day: '2026-10-26',
    kind: 'mended',
    en: ['Clocks went back', 'The night of the change counts its extra hour again.'],
    de: ['Zeitumstellung', 'Die Nacht der Umstellung zählt ihre Stunde wieder.'],
  },
  {
    day: '2026-10-19',
    kind: 'new',
    en: ['Templates for weeks', 'Save a week as a template and lay it over any other.'],
    de: ['Vorlagen für Wochen', 'Sichern Sie eine Woche als Vorlage und legen Sie sie über jede andere.'],
  },
  {
    day: '2026-10-05',
    kind: 'better',
    en: ['Clearer requests', 'A request for leave says how many days are left after it.'],
    de: ['Klarere Anträge', 'Ein Urlaubsantrag sagt, wie viele Tage danach bleiben.'],
  },
  {
    day: '2026-09-28',
    kind: 'mended',
    en: ['Names with accents', 'Exports for payroll keep every letter of a name.'],
    de: ['Namen mit Akzenten', 'Exporte für die Lohnabrechnung behalten jeden Buchstaben eines Namens.'],
  },
  {
    day: '2026-09-14',
    kind: 'new',
    en: ['A calendar for your phone', 'Your shifts appear in the calendar you already use.'],
    de: ['Ein Kalender fürs Telefon', 'Ihre Schichten erscheinen in Ihrem Kalender.'],
  },
  {
    day: '2026-09-07',
    kind: 'better',
    en: ['Search by skill', 'Find who may drive the lorry while you plan.'],
    de: ['Suche nach Fähigkeiten', 'Finden Sie beim Planen, wer den Lastwagen fahren darf.'],
  },
  {
    day: '2026-08-31',
    kind: 'mended',
    en: ['Printing in landscape', 'Plans print on one page again.'],
    de: ['Drucken im Querformat', 'Pläne drucken wieder auf einer Seite.'],
  },
  {
    day: '2026-08-17',
    kind: 'new',
    en: ['Notes for the next shift', 'Leave a note that the next team sees when it clocks in.'],
    de: ['Notizen für die nächste Schicht', 'Eine Notiz, die das nächste Team beim Einstempeln sieht.'],
  },
  {
    day: '2026-08-03',
    kind: 'better',
    en: ['Quieter notices', 'Changes of one day come together in one notice.'],
    de: ['Ruhigere Hinweise', 'Änderungen eines Tages kommen zusammen in einem Hinweis.'],
  },
  {
    day: '2026-07-20',
    kind: 'new',
    en: ['Budget by week', 'See what a plan costs before it is published.'],
    de: ['Budget je Woche', 'Sehen Sie, was ein Plan kostet, bevor er veröffentlicht wird.'],
  },
  {
    day: '2026-07-06',
    kind: 'mended',
    en: ['Leave over the new year', 'Leave that crosses the year is split between both.'],
    de: ['Urlaub über den Jahreswechsel', 'Urlaub, der ins neue Jahr reicht, wird auf beide Jahre verteilt.'],
  },
  {
    day: '2026-06-22',
    kind: 'better',
    en: ['Dark mode everywhere', 'The tablet at the door follows the light, too.'],
    de: ['Dunkel überall', 'Auch das Tablet an der Tür folgt dem Licht.'],
  },
  {
    day: '2026-06-08',
    kind: 'new',
    en: ['Open shifts', 'Offer a shift to everybody who may take it; the first one gets it.'],
    de: ['Offene Schichten', 'Bieten Sie eine Schicht allen an, die sie übernehmen dürfen; wer zuerst kommt, hat sie.'],
  },
  {
    day: '2026-05-25',
    kind: 'mended',
    en: ['Breaks on long shifts', 'The second break of a shift over nine hours is counted.'],
    de: ['Pausen in langen Schichten', 'Die zweite Pause einer Schicht über neun Stunden wird gezählt.'],
  },
  {
    day: '2026-05-11',
    kind: 'better',
    en: ['Imports that explain', 'A row that cannot be read says why, and the others go in.'],
    de: ['Importe, die sich erklären', 'Eine Zeile, die nicht lesbar ist, sagt warum, und die anderen kommen hinein.'],
  },
  {
    day: '2026-04-27',
    kind: 'new',
    en: ['Holiday calendars', 'Public holidays of every region, kept by us.'],
    de: ['Feiertagskalender', 'Die Feiertage jeder Region, von uns gepflegt.'],
  },
  {
    day: '2026-04-13',
    kind: 'mended',
    en: ['Sign-in codes', 'A code that is typed with a space is taken.'],
    de: ['Anmeldecodes', 'Ein Code mit Leerzeichen wird angenommen.'],
  },
  {
    day: '2026-03-30',
    kind: 'better',
    en: ['A calmer start page', 'What needs you stands first, and nothing else.'],
    de: ['Eine ruhigere Startseite', 'Was Sie braucht, steht zuerst, und sonst nichts.'],
  },
]
