import type { DemoText } from './demo-article.ts'

/** Templates for articles of the demo company. */
export const articleTemplates: DemoText[] = [
  [
    'Do something',
    'In one sentence: who needs this, and what they have when they are done.',
    '## Before you begin',
    '- What they need at hand',
    '- What they may have to ask somebody for',
    '## Steps',
    '1. One thing to do, with what they see then',
    '2. The next one',
    '> What saves time, or goes wrong easily.',
    '## When it does not work',
    'The most common reason first, and where to write to us.',
  ],
  [
    'Something does not work',
    'What they see, in the words that they would search for.',
    '## Why it happens',
    'The cause in two sentences.',
    '## What to do',
    '1. The way out that helps the most people',
    '2. The next one',
    '## If that does not help',
    'What to tell us, so that we can help at once.',
  ],
]
