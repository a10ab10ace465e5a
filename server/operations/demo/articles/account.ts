import type { DemoCategory } from './demo-article.ts'

export const people: DemoCategory = {
  en: ['People and permissions', 'Roles, locations of a person, and who sees what.'],
  de: ['Personen und Rechte', 'Rollen, Standorte einer Person, und wer was sieht.'],
  icon: 'shield',
  articles: [
    {
      en: [
        'Roles and what they may do',
        '- Staff see their own shifts and hours.',
        '- Managers plan the locations that are theirs.',
        '- Admins see everything, pay included.',
      ],
      de: [
        'Rollen und ihre Rechte',
        '- Mitarbeitende sehen eigene Schichten und Stunden.',
        '- Leitungen planen ihre Standorte.',
        '- Admins sehen alles, auch Löhne.',
      ],
      labels: ['team'],
    },
    {
      en: [
        'Give one manager two locations',
        'Open Team, the person, Roles and choose Add role. The profile shows only the home location; the other one stands among the roles.',
      ],
      de: [
        'Einer Leitung zwei Standorte geben',
        'Öffnen Sie Team, die Person, Rollen und wählen Sie Rolle hinzufügen. Das Profil zeigt nur den Stammstandort; der zweite steht bei den Rollen.',
      ],
      labels: ['team'],
    },
    {
      en: [
        'Archive and restore people',
        'Who leaves is archived: their shifts from tomorrow on become open, their hours stay. Restore them under Team, Archived.',
      ],
      de: [
        'Personen archivieren und wiederherstellen',
        'Wer geht, wird archiviert: Schichten ab morgen werden offen, Stunden bleiben. Wiederherstellen können Sie unter Team, Archiviert.',
      ],
      labels: ['team'],
    },
    {
      en: [
        'Change the time zone of your workspace',
        'Choose the new zone under Settings, General and tick “keep planned times”, so that shifts keep the hour on the clock.',
      ],
      de: [
        'Die Zeitzone des Arbeitsbereichs ändern',
        'Wählen Sie die neue Zone unter Einstellungen, Allgemein und haken Sie „geplante Zeiten behalten“ an. So behalten Schichten ihre Uhrzeit.',
      ],
      labels: ['setup'],
    },
  ],
}

export const billing: DemoCategory = {
  en: ['Billing and programming', 'Seats, invoices and the API.'],
  de: ['Rechnung und Programmierung', 'Plätze, Rechnungen und die Schnittstelle.'],
  icon: 'code',
  articles: [
    {
      en: [
        'How seats are counted',
        'A seat is a person who is not archived at the end of a month. Who is archived in the middle of it is still on that invoice and gone from the next.',
      ],
      de: [
        'Wie Plätze gezählt werden',
        'Ein Platz ist eine Person, die am Monatsende nicht archiviert ist. Wer mittendrin archiviert wird, steht noch auf dieser Rechnung und auf der nächsten nicht mehr.',
      ],
      visibility: 'customers',
      labels: ['billing'],
    },
    {
      en: [
        'Change how you pay',
        'Open Settings, Billing and choose Payment. Cards are charged on the first of a month; an invoice is sent from 20 seats on.',
      ],
      de: [
        'Die Zahlungsart ändern',
        'Öffnen Sie Einstellungen, Abrechnung und wählen Sie Zahlung. Karten werden am Ersten belastet; ab 20 Plätzen gibt es eine Rechnung.',
      ],
      labels: ['billing'],
    },
    {
      en: [
        'Take your data with you',
        'Export everything under Settings, Data: people, shifts, hours and files. After you have left, it is deleted within 30 days.',
      ],
      de: [
        'Ihre Daten mitnehmen',
        'Exportieren Sie alles unter Einstellungen, Daten: Personen, Schichten, Stunden und Dateien. Nach der Kündigung wird innerhalb von 30 Tagen gelöscht.',
      ],
      labels: ['billing', 'setup'],
    },
    {
      en: [
        'Limits of the API',
        'A key may call 120 times a minute. Ask for many shifts at once instead of one by one: a call answers up to 500.',
        'A 429 says in Retry-After how many seconds to wait.',
      ],
      de: [
        'Grenzen der Schnittstelle',
        'Ein Schlüssel darf 120-mal je Minute fragen. Fragen Sie nach vielen Schichten auf einmal: Eine Antwort fasst bis zu 500.',
        'Eine Antwort 429 nennt in Retry-After, wie viele Sekunden zu warten sind.',
      ],
      labels: ['api'],
      reviewEveryDays: 90,
    },
  ],
}
