import type { DemoCategory } from './demo-article.ts'

export const rota: DemoCategory = {
  en: ['Rota and shifts', 'Planning weeks, templates, open shifts and rest times.'],
  de: ['Dienstplan und Schichten', 'Wochen planen, Vorlagen, offene Schichten und Ruhezeiten.'],
  icon: 'calendar',
  articles: [
    {
      en: [
        'Plan a week from a template',
        'A template holds shifts without people. Apply it to a week, then fill in who works.',
        '1. Open a good week and choose Save as template.',
        '2. Open the new week and choose Apply template.',
        'Shifts that are there already stay, and doubles are left out.',
      ],
      de: [
        'Eine Woche aus einer Vorlage planen',
        'Eine Vorlage enthält Schichten ohne Personen. Wenden Sie sie auf eine Woche an und tragen Sie ein, wer arbeitet.',
        '1. Öffnen Sie eine gelungene Woche und wählen Sie Als Vorlage speichern.',
        '2. Öffnen Sie die neue Woche und wählen Sie Vorlage anwenden.',
        'Vorhandene Schichten bleiben, doppelte werden ausgelassen.',
      ],
      labels: ['rota'],
    },
    {
      en: [
        'Shifts that cross midnight',
        'A shift belongs to the day on which it begins. Its hours after midnight count for that day, in reports and in payroll.',
        '## A day that ends later',
        'Bars and clinics often close their books at 05:00. Set the day boundary of a location under Settings, Locations, Day boundary.',
        '> Change the boundary between two pay periods, never in the middle of one.',
      ],
      de: [
        'Schichten über Mitternacht',
        'Eine Schicht gehört zu dem Tag, an dem sie beginnt. Auch die Stunden nach Mitternacht zählen für diesen Tag, in Berichten und im Lohn.',
        '## Ein Tag, der später endet',
        'Bars und Kliniken schließen oft um 05:00 Uhr ab. Die Tagesgrenze eines Standorts steht unter Einstellungen, Standorte, Tagesgrenze.',
        '> Ändern Sie die Grenze zwischen zwei Abrechnungen, nie mittendrin.',
      ],
      labels: ['rota', 'pay'],
    },
    {
      en: [
        'Offer open shifts',
        'An open shift has no person yet. Everybody with the right skill can claim it, and the first one gets it, or you choose.',
        'Set under Settings, Open shifts whether a claim has to be approved, and how long before the shift people are reminded.',
      ],
      de: [
        'Offene Schichten anbieten',
        'Eine offene Schicht hat noch keine Person. Wer die passende Fähigkeit hat, kann sie übernehmen: wer zuerst kommt, oder wen Sie wählen.',
        'Unter Einstellungen, Offene Schichten legen Sie fest, ob Sie zustimmen müssen und wann erinnert wird.',
      ],
      labels: ['rota', 'open shifts'],
    },
    {
      en: [
        'Rest times and working time rules',
        'Halyard warns when two shifts are closer together than the rest time, or when a week is longer than agreed.',
        '- The rest time is 11 hours, unless you set another one.',
        '- The longest week follows from the contract of each person.',
        'Warnings do not stop you from publishing. Who published with warnings is noted.',
      ],
      de: [
        'Ruhezeiten und Arbeitszeitregeln',
        'Halyard warnt, wenn zwei Schichten näher beieinander liegen als die Ruhezeit oder eine Woche länger ist als vereinbart.',
        '- Die Ruhezeit beträgt 11 Stunden, wenn Sie nichts anderes einstellen.',
        '- Die längste Woche ergibt sich aus dem Vertrag der Person.',
        'Hinweise halten die Veröffentlichung nicht auf. Wer trotz Hinweisen veröffentlicht, wird vermerkt.',
      ],
      labels: ['rota', 'rules'],
    },
    {
      en: [
        'Public holidays',
        'Holidays come from the region of a location and are marked in the rota. Add your own days, such as a town festival, under Settings, Holidays.',
        'Premiums for a holiday are set once for all locations of a country.',
      ],
      de: [
        'Feiertage',
        'Feiertage folgen aus der Region eines Standorts und sind im Dienstplan markiert. Eigene Tage, etwa ein Stadtfest, tragen Sie unter Einstellungen, Feiertage ein.',
        'Zuschläge für einen Feiertag gelten für alle Standorte eines Landes.',
      ],
      labels: ['rota'],
    },
    {
      en: [
        'Print the rota',
        'Choose Print in the menu of a week. Names wrap, and colours turn into patterns, so that a black and white copy can be read.',
        'A3 in landscape holds up to 40 people on one page.',
      ],
      de: [
        'Den Dienstplan drucken',
        'Wählen Sie Drucken im Menü der Woche. Namen werden umbrochen und Farben zu Mustern, damit auch eine Kopie in Schwarzweiß lesbar ist.',
        'A3 quer fasst bis zu 40 Personen auf einer Seite.',
      ],
    },
    {
      en: [
        'Set a custom day boundary',
        'Which boundary fits, what it does to hours that are exported already, and how to test it on a copy of the location.',
      ],
      labels: ['rota'],
      state: 'in_review',
    },
    {
      en: ['Forecast staff from your sales', 'Connect your till and Halyard suggests how many people a day needs.'],
      labels: ['forecast'],
      state: 'draft',
    },
  ],
  below: [
    {
      en: ['Swaps and absences', 'Giving shifts away, holidays and sickness.'],
      de: ['Tausch und Abwesenheit', 'Schichten abgeben, Urlaub und Krankheit.'],
      icon: 'users',
      articles: [
        {
          en: [
            'Swap a shift',
            '1. Open the shift in the app and choose Give away or Swap.',
            '2. Choose a colleague, or offer it to everybody.',
            '3. Your manager approves, and both get a message.',
            'Until then the shift is still yours, and so is its reminder.',
          ],
          de: [
            'Eine Schicht tauschen',
            '1. Öffnen Sie die Schicht in der App und wählen Sie Abgeben oder Tauschen.',
            '2. Wählen Sie eine Person, oder bieten Sie sie allen an.',
            '3. Die Leitung stimmt zu, und beide bekommen eine Nachricht.',
            'Bis dahin gehört die Schicht Ihnen, und auch die Erinnerung.',
          ],
          labels: ['swap', 'app'],
        },
        {
          en: [
            'Ask for holiday',
            'Choose Absence in the app, then the first and the last day. Half days count from noon.',
            'You see at once how many days are left and who is away in the same week.',
          ],
          de: [
            'Urlaub beantragen',
            'Wählen Sie in der App Abwesenheit, dann den ersten und den letzten Tag. Halbe Tage zählen ab Mittag.',
            'Sie sehen sofort, wie viele Tage bleiben und wer in derselben Woche fehlt.',
          ],
          labels: ['absence', 'app'],
        },
        {
          en: [
            'Report sick',
            'Report sick before your shift begins: the shift becomes open, and your manager hears of it. A certificate can be added as a photo.',
          ],
          de: [
            'Sich krank melden',
            'Melden Sie sich vor Beginn der Schicht krank: Die Schicht wird offen, und die Leitung erfährt es. Eine Bescheinigung fügen Sie als Foto hinzu.',
          ],
          labels: ['absence'],
        },
        {
          en: [
            'How we approve absences of our own staff',
            'Requests are answered within two working days. More than two people of one team are not away in the same week, apart from the last one of the year.',
          ],
          visibility: 'team',
          labels: ['absence'],
        },
      ],
    },
  ],
}
