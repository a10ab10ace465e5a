import type { HandedKind, MailContents } from '#contract/mails.ts'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { button, heading, linkList, type Mail, notice, paragraph, quiet, quoted } from './notice.tsx'

const chooseNotices = 'You can choose which notices you get in your profile.'
const senderFor = (noun: 'article' | 'entry') => (noun === 'article' ? 'Knowledge base' : 'Content')

export const review = ({ kind, actorName, title, noun, model, said, url }: MailContents['review']): Mail => {
  const named = model ? `${title} (${model})` : title
  return notice({
    subject: kind === 'asked' ? `To review: ${title}` : `Back from review: ${title}`,
    from: senderFor(noun),
    body: [
      heading(title),
      quiet(kind === 'asked' ? `${actorName} asks you to review ${named}.` : `${actorName} returned ${named} to you.`),
      ...quoted(said),
      button(`Open the ${noun}`, url),
    ],
    foot: chooseNotices,
  })
}

const mentionSubjects = {
  mention: ({ actorName, title }: MailContents['mention']) => `${actorName} mentioned you: ${title}`,
  remark: ({ title }: MailContents['mention']) => `A comment on ${title}`,
  answer: ({ title }: MailContents['mention']) => `Answer to your comment on ${title}`,
}

export function mention(content: MailContents['mention']): Mail {
  const { about, actorName, title, field, excerpt, url } = content
  const place = `${title}${field ? `, ${field}` : ''}`
  const told = {
    mention: `${actorName} mentioned you in a comment on ${place}.`,
    remark: `${actorName} left a comment on ${place}.`,
    answer: `${actorName} answered your comment on ${place}.`,
  }
  return notice({
    subject: mentionSubjects[about](content),
    from: 'Comments',
    body: [
      heading(title),
      quiet(told[about]),
      ...quoted(excerpt),
      // The author of a remark about an article may have no access to the comments, so the button leads to the article.
      button(about === 'answer' ? 'Open the article' : 'Open the comment', url),
    ],
    foot: chooseNotices,
  })
}

const counted: Record<HandedKind, (count: number) => string> = {
  tickets: (count) => plural(count, 'open ticket'),
  articles: (count) => plural(count, 'article'),
  entries: (count) => plural(count, 'entry', 'entries'),
  articleReviews: (count) => `${plural(count, 'article')} to review`,
  entryReviews: (count) => `${plural(count, 'entry', 'entries')} to review`,
}

const lists: Record<HandedKind, string> = {
  tickets: 'All your open tickets',
  articles: 'All your articles',
  entries: 'All your entries',
  articleReviews: 'All articles in review',
  entryReviews: 'All entries that wait for your review',
}

export const handedOver = ({ actorName, leaverName, workspaceName, handed }: MailContents['handed-over']): Mail => {
  const subject = `You took over work from ${leaverName}`
  return notice({
    subject,
    from: workspaceName,
    body: [
      heading(subject),
      quiet(
        actorName
          ? `${actorName} deactivated ${leaverName} in ${workspaceName} and handed this to you:`
          : `${leaverName} left ${workspaceName} and handed this to you:`,
      ),
      ...handed.map(({ kind, count, some, listUrl }) =>
        linkList(counted[kind](count), [...some, ...(listUrl ? [{ title: lists[kind], url: listUrl }] : [])], '- '),
      ),
    ],
    foot: chooseNotices,
  })
}

export function failedPlan(content: MailContents['failed-plan']): Mail {
  const { plannedBy, planned, title, noun, model, language, when, why, url } = content
  const isPublication = planned === 'publish'
  const named = `${title}${model ? ` (${model})` : ''}${language ? ` in ${languageName(language)}` : ''}`
  const who = plannedBy ?? 'You'
  return notice({
    subject: isPublication ? `Not published: ${title}` : `Not unpublished: ${title}`,
    from: senderFor(noun),
    body: [
      heading(title),
      quiet(
        isPublication
          ? `${who} scheduled ${named} for publication on ${when}. It was not published for this reason:`
          : `${who} scheduled ${named} to be unpublished on ${when}. It is still published for this reason:`,
      ),
      ...quoted(why),
      paragraph(`The schedule was removed. Solve the problem, then ${planned} the ${noun} or schedule it again.`),
      button(`Open the ${noun}`, url),
    ],
    foot:
      plannedBy === null
        ? `You get this mail because you scheduled the ${noun}.`
        : `You get this mail because you own the ${noun}. ${plannedBy}, who scheduled it, is not active any more.`,
  })
}

const mostNamed = 5

function namesOf(askedBy: (string | null)[]) {
  const names = askedBy.slice(0, mostNamed).map((name) => name ?? 'visitors without a key')
  return [...names, ...(askedBy.length > mostNamed ? [`${askedBy.length - mostNamed} more`] : [])].join(', ')
}

export const formerKeys = ({ model, keys, url }: MailContents['former-keys']): Mail =>
  notice({
    subject:
      keys.length === 1
        ? `An old API name of ${model} is still used and stops working soon`
        : `${keys.length} old API names of ${model} are still used and stop working soon`,
    from: 'Content',
    body: [
      heading(model),
      quiet(`Programs still use old API names of the model ${model}. The programs fail when these names stop working.`),
      ...keys.map(({ formerKey, key, until, askedBy }) =>
        paragraph(`${formerKey} (now ${key}) stops working on ${until}. Still used by: ${namesOf(askedBy)}.`),
      ),
      paragraph('Change these programs to the new names before that day.'),
      button('Open the model', url),
    ],
    foot: 'You get this mail because you are an admin of the workspace.',
  })
