import type { DemoPost } from './demo-entry.ts'
import { guides } from './guides.ts'

export const posts: DemoPost[] = [
  ...guides,
  {
    en: [
      'How we rebuilt the clock-in screen',
      'One tap, one second, and nobody looks at it any more.',
      'The old screen asked three questions before it believed you. We watched forty people come to work, and saw that every one of them answered without reading.',
      'Now it shows your name, your shift and one button. What used to take eleven seconds takes one, and the queue at the door of the largest bakery we know is gone.',
    ],
    de: [
      'Wie wir das Einstempeln neu gebaut haben',
      'Ein Tippen, eine Sekunde, und niemand schaut mehr hin.',
      'Der alte Bildschirm stellte drei Fragen, bevor er einem glaubte. Jetzt zeigt er Namen, Schicht und einen Knopf.',
    ],
    author: 'Jonas Lindqvist',
    category: 'company',
    state: 'changed',
  },
  {
    en: [
      'Overtime in Germany: a plain guide',
      'What counts, what is paid, and what has to be written down.',
      'Working time may reach ten hours a day if the average over six months stays at eight. Since 2022 all of it has to be recorded, from its beginning to its end.',
      'Overtime is paid where a contract or an agreement says so, and in many trades even where nothing is said.',
    ],
    de: [
      'Überstunden in Deutschland, einfach erklärt',
      'Was zählt, was bezahlt wird und was aufgeschrieben werden muss.',
      'Zehn Stunden am Tag sind möglich, wenn der Schnitt über sechs Monate bei acht bleibt.',
    ],
    author: 'Priya Raman',
    category: 'payroll',
  },
  {
    en: [
      'Bramble Coffee opens at five',
      'How a chain of nine cafés moved its first shift, and kept its people.',
      'When the commuters came earlier, Bramble asked who wanted to begin before dawn. Eleven did, for one free Friday a month.',
    ],
    de: [
      'Bramble Coffee öffnet um fünf',
      'Wie neun Cafés ihre erste Schicht verlegten und ihre Leute behielten.',
      'Elf wollten vor Sonnenaufgang beginnen, für einen freien Freitag im Monat.',
    ],
    author: 'Sofia Bianchi',
    category: 'stories',
    state: 'planned',
  },
  {
    en: [
      'Why we publish our service levels',
      'A promise nobody can look up is no promise.',
      'We answer within four working hours, and the page that says so also says how often we failed.',
    ],
    de: [
      'Warum wir unsere Zusagen veröffentlichen',
      'Ein Versprechen, das niemand nachlesen kann, ist keines.',
      'Wir antworten in vier Arbeitsstunden, und die Seite sagt auch, wie oft es misslang.',
    ],
    author: 'Mina Park',
    category: 'company',
  },
  {
    en: [
      'Night work and rest periods',
      'Eleven hours between two shifts, and what to do when they do not fit.',
      'The rest begins when the last task ends and not when the plan says so. Plan twelve hours, and one late delivery breaks nothing.',
    ],
    de: [
      'Nachtarbeit und Ruhezeiten',
      'Elf Stunden zwischen zwei Schichten, und was zu tun ist, wenn sie nicht passen.',
      'Die Ruhe beginnt, wenn die letzte Aufgabe endet, und nicht, wenn der Plan es sagt. Planen Sie zwölf Stunden, dann wirft eine späte Lieferung nichts um.',
    ],
    author: 'Priya Raman',
    category: 'payroll',
    state: 'in_review',
  },
  {
    en: [
      'A smaller, calmer Monday',
      'We moved the weekly meeting to Tuesday. Complaints fell by a third.',
      'Mondays are for what went wrong at the weekend. Since nobody has to prepare for a meeting, it is put right before noon.',
    ],
    de: [
      'Ein kleinerer, ruhigerer Montag',
      'Wir haben die Wochenbesprechung auf Dienstag gelegt. Ein Drittel weniger Beschwerden.',
      'Der Montag gehört dem, was am Wochenende schiefging. Da niemand eine Besprechung vorbereitet, ist es vor Mittag in Ordnung.',
    ],
    author: 'Mina Park',
    category: 'company',
    state: 'draft',
  },
  {
    en: [
      'Notes on the new price list',
      'What changes in January, and for whom it gets cheaper.',
      'Teams below ten pay nothing. Everybody else pays by the person who really worked in a month.',
    ],
    author: 'Mina Park',
    category: 'company',
    state: 'draft',
  },
  {
    en: [
      'Holiday carried over: what really lapses',
      'Leave lapses only if you told people in time.',
      'Since a ruling of 2018 an employer has to say how many days are left and when they go. A mail in October is enough.',
    ],
    de: [
      'Resturlaub: was wirklich verfällt',
      'Urlaub verfällt nur, wenn Sie rechtzeitig darauf hinweisen.',
      'Eine Mail im Oktober genügt.',
    ],
    author: 'Priya Raman',
    category: 'payroll',
  },
  {
    en: [
      'The museum that stopped printing plans',
      'Eighty guides, four languages, one list that is always right.',
      'The paper plan was wrong an hour after it was printed. Now guides see their tours on the way to work.',
    ],
    de: [
      'Das Museum, das keine Pläne mehr druckt',
      'Achtzig Führerinnen und Führer, vier Sprachen, eine Liste.',
      'Der Plan auf Papier war nach einer Stunde falsch.',
    ],
    author: 'Sofia Bianchi',
    category: 'stories',
  },
  {
    en: [
      'Minimum wage in 2026, by country',
      'Twelve countries, one table, and when each changes next.',
      'The table is updated on the first of each month. Where a rate depends on age, we give the highest.',
    ],
    de: [
      'Mindestlohn 2026, nach Ländern',
      'Zwölf Länder, eine Tabelle, und wann sich jeder als Nächstes ändert.',
      'Die Tabelle wird am Ersten jedes Monats erneuert. Wo ein Satz vom Alter abhängt, nennen wir den höchsten.',
    ],
    author: 'Priya Raman',
    category: 'payroll',
  },
  {
    en: [
      'How a florist plans Mother’s Day',
      'Nine weeks ahead, with a list of who owes whom a Sunday.',
      'Everybody works that Sunday. So the list of free Sundays before and after is what they really negotiate.',
    ],
    de: [
      'Wie ein Blumenladen den Muttertag plant',
      'Neun Wochen vorher, mit einer Liste, wer wem einen Sonntag schuldet.',
      'An diesem Sonntag arbeiten alle. Verhandelt wird die Liste der freien Sonntage davor und danach.',
    ],
    author: 'Wanda Zielinska',
    category: 'stories',
  },
  {
    en: [
      'A letter to our first hundred customers',
      'You told us what was wrong, and we wrote it all down.',
      'Four hundred and twelve messages became sixty changes. This is the list, with the name of whoever asked.',
    ],
    de: [
      'Ein Brief an unsere ersten hundert Kunden',
      'Sie haben uns gesagt, was falsch war, und wir haben alles aufgeschrieben.',
      'Aus vierhundertzwölf Nachrichten wurden sechzig Änderungen. Hier ist die Liste, mit dem Namen derer, die gefragt haben.',
    ],
    author: 'Mina Park',
    category: 'company',
  },
  {
    en: [
      'What an audit of working time asks for',
      'Begin, end, breaks, for two years, by person.',
      'An inspector wants the raw record and every change of it. If yours shows who changed what, the visit is short.',
    ],
    de: [
      'Wonach eine Prüfung der Arbeitszeit fragt',
      'Beginn, Ende, Pausen, für zwei Jahre, je Person.',
      'Geprüft werden die rohen Einträge und jede Änderung daran. Zeigen Ihre, wer was geändert hat, ist der Besuch kurz.',
    ],
    author: 'Priya Raman',
    category: 'payroll',
  },
  {
    en: [
      'A hotel that asks before it plans',
      'Wishes first, gaps second, money last.',
      'The front desk wrote wishes on a wall for years. Moving the wall into an app kept what was good about it.',
    ],
    de: [
      'Ein Hotel, das fragt, bevor es plant',
      'Erst Wünsche, dann Lücken, zuletzt Geld.',
      'Der Empfang schrieb Wünsche jahrelang an eine Wand. In der App blieb, was daran gut war.',
    ],
    author: 'Sofia Bianchi',
    category: 'stories',
  },
  {
    en: [
      'Splitting tips, fairly and in writing',
      'Three models, and what the tax office says of each.',
      'Equal, by hours or by role: all three are lawful if they are written down before the evening begins.',
    ],
    de: [
      'Trinkgeld teilen, fair und schriftlich',
      'Drei Modelle, und was das Finanzamt zu jedem sagt.',
      'Gleich, nach Stunden oder nach Rolle: Alle drei sind zulässig, wenn sie vor dem Abend aufgeschrieben sind.',
    ],
    author: 'Priya Raman',
    category: 'payroll',
  },
  {
    en: [
      'Our year in numbers',
      'Nine million shifts, forty-one countries, one very bad Tuesday.',
      'The Tuesday was in March. We tell what failed, for how long, and what we changed so that it does not again.',
    ],
    de: [
      'Unser Jahr in Zahlen',
      'Neun Millionen Schichten, einundvierzig Länder, ein sehr schlechter Dienstag.',
      'Der Dienstag war im März. Wir erzählen, was ausfiel, wie lange, und was wir seither anders machen.',
    ],
    author: 'Mina Park',
    category: 'company',
  },
  {
    en: [
      'The old clock, 2019 to 2024',
      'Why we switched it off, and what it taught us.',
      'It was slow, it was brown, and it never once lost a minute.',
    ],
    de: [
      'Die alte Uhr, 2019 bis 2024',
      'Warum wir sie abgeschaltet haben, und was sie uns gelehrt hat.',
      'Sie war langsam, sie war braun, und sie hat nie eine Minute verloren.',
    ],
    author: 'Jonas Lindqvist',
    category: 'company',
    state: 'archived',
  },
  {
    en: [
      'A care home without agency shifts',
      'It took a year and a list.',
      'They stopped filling gaps from outside and began to ask why each gap was there. Most were the same four.',
    ],
    de: [
      'Ein Pflegeheim ohne Leiharbeit',
      'Es brauchte ein Jahr und eine Liste.',
      'Statt Lücken von außen zu füllen, fragten sie, woher jede kam. Meist waren es dieselben vier Gründe.',
    ],
    author: 'Wanda Zielinska',
    category: 'stories',
  },
  {
    en: [
      'Part-time, by the day or by the hour',
      'How to count leave for people who work three days.',
      'Count days, not hours, as long as the days are alike. Count hours as soon as they are not.',
    ],
    de: [
      'Teilzeit, nach Tagen oder nach Stunden',
      'Wie Urlaub zählt, wenn jemand drei Tage arbeitet.',
      'Zählen Sie Tage, solange die Tage gleich sind. Zählen Sie Stunden, sobald sie es nicht mehr sind.',
    ],
    author: 'Priya Raman',
    category: 'payroll',
  },
  {
    en: [
      'Why our status page is dull',
      'Nothing moves on it, and that is the point.',
      'A page that people open in fear should load in a blink and say one sentence.',
    ],
    de: [
      'Warum unsere Statusseite langweilig ist',
      'Nichts bewegt sich darauf, und das ist der Sinn.',
      'Eine Seite, die man besorgt öffnet, soll sofort da sein und einen Satz sagen.',
    ],
    author: 'Jonas Lindqvist',
    category: 'company',
  },
  {
    en: [
      'The theatre that plans by applause',
      'When a show runs late, the last bus is in the plan.',
      'Front of house goes home with the plan that knows the length of tonight’s encore.',
    ],
    de: [
      'Das Theater, das nach Applaus plant',
      'Wenn die Vorstellung länger dauert, steht der letzte Bus im Plan.',
      'Der Einlass geht mit dem Plan nach Hause, der die Länge der Zugabe kennt.',
    ],
    author: 'Sofia Bianchi',
    category: 'stories',
  },
  {
    en: [
      'What we will not build',
      'No cameras, no scores, no ranking of people.',
      'We are asked for each of them every month. A tool that people fear is a tool they work around.',
    ],
    de: [
      'Was wir nicht bauen werden',
      'Keine Kameras, keine Punkte, keine Rangliste von Menschen.',
      'Nach jedem davon werden wir jeden Monat gefragt. Ein Werkzeug, das man fürchtet, wird umgangen.',
    ],
    author: 'Mina Park',
    category: 'company',
  },
]
