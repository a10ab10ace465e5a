import type { DemoAuthor } from './demo-entry.ts'

export const authors: DemoAuthor[] = [
  {
    name: 'Sofia Bianchi',
    en: 'Writes about shifts that people can live with.',
    de: 'Schreibt über Schichten, mit denen man leben kann.',
  },
  {
    name: 'Wanda Zielinska',
    en: 'Ran three bakeries before she joined Halyard.',
    de: 'Leitete drei Bäckereien, bevor sie zu Halyard kam.',
  },
  {
    name: 'Priya Raman',
    en: 'Reads labour law so that you do not have to.',
    de: 'Liest Arbeitsrecht, damit Sie es nicht müssen.',
  },
  { name: 'Jonas Lindqvist', en: 'Builds what clocks in and out.', de: 'Baut, was ein- und ausstempelt.' },
  {
    name: 'Mina Park',
    en: 'Founded Halyard after one double booking too many.',
    de: 'Gründete Halyard nach einer Doppelbelegung zu viel.',
  },
]
