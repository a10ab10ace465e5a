import type { DemoCategory } from './demo-article.ts'

export const clocks: DemoCategory = {
  en: ['Clocking in and out', 'Tablets, phones, breaks and corrections.'],
  de: ['Kommen und Gehen', 'Tablets, Telefone, Pausen und Korrekturen.'],
  icon: 'bell',
  articles: [
    {
      en: [
        'Set up a clock on a tablet',
        '1. Install Halyard Clock and open it.',
        '2. Enter the code shown under Settings, Clocks.',
        '3. Allow the location, and keep the tablet on power.',
        'A tablet serves one location and up to 200 people.',
      ],
      de: [
        'Eine Uhr auf dem Tablet einrichten',
        '1. Installieren und öffnen Sie Halyard Clock.',
        '2. Geben Sie den Code aus Einstellungen, Uhren ein.',
        '3. Erlauben Sie den Standort und lassen Sie das Tablet am Strom.',
        'Ein Tablet dient einem Standort und bis zu 200 Personen.',
      ],
      labels: ['time clock'],
    },
    {
      en: [
        'The clock says “location not recognised”',
        'The tablet has lost its permission, mostly after an update of the system.',
        '1. Open Settings, Apps, Halyard Clock, Permissions.',
        '2. Allow the location while the app is used.',
        '3. Restart the app once.',
        '> Times that were written on paper can be added by hand, and are marked as such.',
      ],
      de: [
        'Die Uhr meldet „Standort nicht erkannt“',
        'Das Tablet hat seine Erlaubnis verloren, meist nach einer Aktualisierung des Systems.',
        '1. Öffnen Sie Einstellungen, Apps, Halyard Clock, Berechtigungen.',
        '2. Erlauben Sie den Standort während der Nutzung.',
        '3. Starten Sie die App einmal neu.',
        '> Auf Papier notierte Zeiten tragen Sie von Hand nach; sie sind als solche markiert.',
      ],
      labels: ['time clock'],
    },
    {
      en: [
        'Round clock-in times',
        'Rounding is off by default. Turn it on for each location, to 5, 10 or 15 minutes, always to the planned start or never in favour of the company.',
        'The exact time stays visible beside the rounded one.',
      ],
      de: [
        'Stempelzeiten runden',
        'Rundung ist zunächst aus. Schalten Sie sie je Standort ein, auf 5, 10 oder 15 Minuten, zum geplanten Beginn oder nie zugunsten des Betriebs.',
        'Die genaue Zeit bleibt neben der gerundeten sichtbar.',
      ],
      labels: ['time clock', 'pay'],
    },
    {
      en: [
        'Paid and unpaid breaks',
        'A break is paid, unpaid, or unpaid from a length on. Set it with the shift type; the law of the country is the least.',
        'Who forgets to end a break gets a reminder after 45 minutes.',
      ],
      de: [
        'Bezahlte und unbezahlte Pausen',
        'Eine Pause ist bezahlt, unbezahlt oder ab einer Länge unbezahlt. Das steht bei der Schichtart; das Gesetz des Landes ist das Mindeste.',
        'Wer vergisst, eine Pause zu beenden, wird nach 45 Minuten erinnert.',
      ],
      labels: ['pay'],
    },
    {
      en: [
        'Correct a time',
        'Open the day in the rota and choose the time. Every correction keeps what was there before, with who changed it and why.',
        'After a pay period is locked, only an admin can correct, and the difference goes into the next one.',
      ],
      de: [
        'Eine Zeit korrigieren',
        'Öffnen Sie den Tag im Dienstplan und wählen Sie die Zeit. Jede Korrektur behält, was vorher da war, mit Person und Grund.',
        'Ist ein Zeitraum abgeschlossen, korrigiert nur noch ein Admin, und die Differenz kommt in den nächsten.',
      ],
      labels: ['time clock', 'pay'],
    },
  ],
}

export const payroll: DemoCategory = {
  en: ['Payroll and exports', 'From approved hours to the file your payroll takes.'],
  de: ['Lohn und Exporte', 'Von geprüften Stunden zur Datei für die Lohnabrechnung.'],
  icon: 'credit-card',
  articles: [
    {
      en: [
        'Export a pay period',
        '1. Open Payroll and choose the period.',
        '2. Check the hours that are not approved yet.',
        '3. Choose Lock and export.',
        'The file is kept, so that it can be downloaded again later.',
      ],
      de: [
        'Einen Abrechnungszeitraum exportieren',
        '1. Öffnen Sie Lohn und wählen Sie den Zeitraum.',
        '2. Prüfen Sie die Stunden, die noch offen sind.',
        '3. Wählen Sie Abschließen und exportieren.',
        'Die Datei bleibt erhalten und lässt sich später erneut laden.',
      ],
      labels: ['pay', 'export'],
    },
    {
      en: [
        'Export a pay period again',
        'An export matches on the shift. Rows that your payroll has already are skipped, and only missing ones are added.',
        'Unlock the period first if hours changed; who did it is noted.',
      ],
      de: [
        'Einen Zeitraum erneut exportieren',
        'Ein Export erkennt die Schicht wieder. Zeilen, die die Lohnabrechnung schon hat, werden ausgelassen, fehlende ergänzt.',
        'Haben sich Stunden geändert, öffnen Sie den Zeitraum vorher wieder; das wird vermerkt.',
      ],
      labels: ['pay', 'export'],
    },
    {
      en: [
        'Why an export has fewer rows than the rota',
        '- Shifts without approved hours are left out.',
        '- Two shifts of one day are one row, if the column Day is in your file.',
        '- People without an external id stand in the error list.',
      ],
      de: [
        'Warum ein Export weniger Zeilen hat als der Dienstplan',
        '- Schichten ohne geprüfte Stunden fehlen.',
        '- Zwei Schichten eines Tages sind eine Zeile, wenn die Datei die Spalte Tag hat.',
        '- Personen ohne externe Nummer stehen in der Fehlerliste.',
      ],
      labels: ['pay', 'export'],
    },
    {
      en: [
        'Overtime rules explained',
        'Overtime begins after the daily or the weekly hours of the contract, whichever comes first. Premiums add up unless you say otherwise.',
      ],
      de: [
        'Überstunden erklärt',
        'Überstunden beginnen nach den täglichen oder wöchentlichen Stunden des Vertrags, je nachdem, was früher erreicht ist. Zuschläge addieren sich, wenn Sie nichts anderes festlegen.',
      ],
      labels: ['pay', 'rules'],
    },
    {
      en: [
        'Holiday pay in the United Kingdom',
        'Holiday pay is the average of the last 52 weeks with pay. Halyard counts it for people without fixed hours.',
      ],
      labels: ['pay'],
    },
    {
      en: [
        'Export to a CSV with your own columns',
        'Choose columns, their names and their order; save them as a layout.',
      ],
      labels: ['export'],
      state: 'draft',
    },
  ],
  below: [
    {
      en: ['Payroll connections', 'Programs that Halyard sends hours to.'],
      de: ['Lohnprogramme', 'Programme, an die Halyard Stunden sendet.'],
      icon: 'plug',
      articles: [
        {
          en: [
            'Connect Xero',
            '1. Open Settings, Connections, Xero and choose Connect.',
            '2. Sign in to Xero and choose the organisation.',
            '3. Match pay items with your shift types.',
          ],
          de: [
            'Xero verbinden',
            '1. Öffnen Sie Einstellungen, Verbindungen, Xero und wählen Sie Verbinden.',
            '2. Melden Sie sich bei Xero an und wählen Sie die Organisation.',
            '3. Ordnen Sie die Lohnarten Ihren Schichtarten zu.',
          ],
          labels: ['connection'],
        },
        {
          en: [
            'Connect DATEV',
            'Halyard writes the file for LODAS or Lohn und Gehalt. Your tax adviser gives you the consultant and client numbers.',
            '1. Enter both numbers under Settings, Connections, DATEV.',
            '2. Match wage types.',
            '3. Send the file, or fetch it by DATEV Unternehmen online.',
          ],
          de: [
            'DATEV verbinden',
            'Halyard schreibt die Datei für LODAS oder Lohn und Gehalt. Berater- und Mandantennummer nennt Ihnen die Steuerberatung.',
            '1. Tragen Sie beide Nummern unter Einstellungen, Verbindungen, DATEV ein.',
            '2. Ordnen Sie die Lohnarten zu.',
            '3. Senden Sie die Datei, oder rufen Sie sie über DATEV Unternehmen online ab.',
          ],
          labels: ['connection'],
        },
        {
          en: ['Connect Sage', 'The connection to Sage 50 is being tested with a few customers.'],
          labels: ['connection'],
          state: 'draft',
        },
      ],
    },
  ],
}
