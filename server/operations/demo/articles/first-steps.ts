import type { DemoCategory } from './demo-article.ts'

export const firstSteps: DemoCategory = {
  en: ['Getting started', 'From an empty workspace to your first published rota.'],
  de: ['Erste Schritte', 'Vom leeren Arbeitsbereich zum ersten veröffentlichten Dienstplan.'],
  icon: 'rocket',
  articles: [
    {
      en: [
        'Set up your first location',
        'A location is a place where people work: a shop, a kitchen, a ward. Shifts, clocks and public holidays belong to it.',
        '1. Open Settings, Locations and choose Add location.',
        '2. Enter its name and address. The time zone follows from the address.',
        '3. Choose the region for public holidays.',
        '> Begin with one location. You can copy its settings to the others later.',
      ],
      de: [
        'Den ersten Standort einrichten',
        'Ein Standort ist ein Ort, an dem gearbeitet wird: ein Laden, eine Küche, eine Station. Schichten, Uhren und Feiertage gehören zu ihm.',
        '1. Öffnen Sie Einstellungen, Standorte und wählen Sie Standort hinzufügen.',
        '2. Tragen Sie Name und Adresse ein. Die Zeitzone ergibt sich aus der Adresse.',
        '3. Wählen Sie die Region für die Feiertage.',
        '> Beginnen Sie mit einem Standort. Seine Einstellungen lassen sich später übernehmen.',
      ],
      labels: ['setup'],
    },
    {
      en: [
        'Invite your team',
        'People can plan with you as soon as they have accepted their invitation. Until then you can already give them shifts.',
        '1. Open Team and choose Invite.',
        '2. Paste e-mail addresses, one a line.',
        '3. Choose a location and a role for all of them.',
        'An invitation is valid for seven days. Send it again from the row of the person.',
      ],
      de: [
        'Das Team einladen',
        'Sobald eine Einladung angenommen ist, plant die Person mit. Schichten können Sie ihr schon vorher geben.',
        '1. Öffnen Sie Team und wählen Sie Einladen.',
        '2. Fügen Sie die E-Mail-Adressen ein, eine je Zeile.',
        '3. Wählen Sie Standort und Rolle für alle.',
        'Eine Einladung gilt sieben Tage. In der Zeile der Person können Sie sie erneut senden.',
      ],
      labels: ['setup', 'team'],
      reviewEveryDays: 30,
    },
    {
      en: [
        'Import people from a spreadsheet',
        'A CSV file with one person a row is enough. Halyard matches the columns by their names and asks about the rest.',
        '- Required: first name, last name, e-mail address.',
        '- Useful: external id, hourly rate, weekly hours, start date.',
        'Rows with a known external id update the person instead of adding a second one. Archived people have to be restored first.',
      ],
      de: [
        'Personen aus einer Tabelle importieren',
        'Eine CSV-Datei mit einer Person je Zeile genügt. Halyard ordnet die Spalten nach ihren Namen zu und fragt nach dem Rest.',
        '- Nötig: Vorname, Nachname, E-Mail-Adresse.',
        '- Nützlich: externe Nummer, Stundenlohn, Wochenstunden, Eintrittsdatum.',
        'Zeilen mit bekannter externer Nummer ändern die Person, statt eine zweite anzulegen. Archivierte Personen stellen Sie vorher wieder her.',
      ],
      labels: ['import'],
    },
    {
      en: [
        'Publish your first rota',
        'A rota is a draft until you publish it. Only then do people see their shifts and get a message.',
        '1. Open the week and check the warnings at the top.',
        '2. Choose Publish, and the people who should be told.',
        '3. Changes afterwards are marked until you publish again.',
      ],
      de: [
        'Den ersten Dienstplan veröffentlichen',
        'Ein Dienstplan ist ein Entwurf, bis Sie ihn veröffentlichen. Erst dann sehen alle ihre Schichten und bekommen eine Nachricht.',
        '1. Öffnen Sie die Woche und prüfen Sie die Hinweise oben.',
        '2. Wählen Sie Veröffentlichen und die Personen, die es erfahren sollen.',
        '3. Spätere Änderungen sind markiert, bis Sie erneut veröffentlichen.',
      ],
      labels: ['rota'],
    },
    {
      en: [
        'The app on your phone',
        'The app shows your shifts, swaps and hours. It works without a connection and sends what you did when it is back.',
        '- iPhone: iOS 17 or newer.',
        '- Android: version 10 or newer.',
        'Sign in with the address your manager invited. The code arrives by e-mail.',
      ],
      de: [
        'Die App auf dem Telefon',
        'Die App zeigt Schichten, Tausche und Stunden. Sie arbeitet ohne Verbindung und sendet nach, was Sie getan haben.',
        '- iPhone: iOS 17 oder neuer.',
        '- Android: Version 10 oder neuer.',
        'Melden Sie sich mit der Adresse an, die eingeladen wurde. Der Code kommt per E-Mail.',
      ],
      labels: ['app'],
      reviewEveryDays: 30,
    },
    {
      en: [
        'What changes with the spring release',
        'Rota templates get a preview, and open shifts can be offered to several locations at once.',
        'Nothing has to be set. The old template page stays until the end of the quarter.',
      ],
      de: [
        'Was sich mit der Frühjahrsversion ändert',
        'Vorlagen bekommen eine Vorschau, und offene Schichten lassen sich mehreren Standorten anbieten.',
        'Sie müssen nichts einstellen. Die alte Seite der Vorlagen bleibt bis zum Ende des Quartals.',
      ],
      labels: ['news'],
      state: 'planned',
    },
  ],
}
