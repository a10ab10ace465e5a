const nameOf = (line: string) => /^[a-zA-Z_:][a-zA-Z0-9_:]*/.exec(line)?.[0] ?? ''
const sample =
  /^[a-z_][a-z0-9_]*(\{([a-z_][a-z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (?:[-+]?[0-9.]+(?:e[-+]?\d+)?|NaN|[-+]?Inf)$/

/**
 * Parses metrics in the Prometheus format and reports problems like `promtool check metrics`. For example, HELP and
 * TYPE must come before the samples, and only counters may end with `_total`.
 */
export function readMetrics(text: string) {
  const problems: string[] = []
  const types = new Map<string, string>()
  const helped = new Set<string>()
  const values = new Map<string, number>()
  const closed = new Set<string>()
  let block = ''
  if (!text.endsWith('\n')) problems.push('the last line does not end')
  for (const line of text.split('\n').filter(Boolean)) {
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (word === 'HELP') {
      if (closed.has(name) || helped.has(name)) problems.push(`${name} stands in two places`)
      if (!rest) problems.push(`${name} has no help`)
      if (block) closed.add(block)
      block = name
      helped.add(name)
    } else if (word === 'TYPE') {
      if (name !== block) problems.push(`TYPE of ${name} stands apart from its help`)
      types.set(name, rest)
    } else {
      const base = types.get(block) === 'histogram' ? nameOf(line).replace(/_(bucket|sum|count)$/, '') : nameOf(line)
      if (base !== block) problems.push(`${line} has no help or type`)
      if (!sample.test(line)) problems.push(`${line} is no sample`)
      const at = line.lastIndexOf(' ')
      if (values.has(line.slice(0, at))) problems.push(`${line.slice(0, at)} is there twice`)
      values.set(line.slice(0, at), Number(line.slice(at + 1)))
    }
  }
  for (const [name, type] of types) {
    if (!/^[a-z_][a-z0-9_]*$/.test(name)) problems.push(`${name} is no name`)
    if ((type === 'counter') !== name.endsWith('_total')) problems.push(`${name} is a ${type}`)
    if (/_(milliseconds|minutes|hours|ms|kb|mb|megabytes)(_|$)/.test(name)) problems.push(`${name} is in no base unit`)
    if (/(gauge|counter|histogram|metric)/.test(name)) problems.push(`${name} holds its type`)
  }
  return { problems, valueIn: (name: string) => values.get(name) }
}
