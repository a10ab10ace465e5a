import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newSmallProject } from './small-project.ts'

/** A script with two steps. Each step runs a shell command. */
const script = `
import { run } from './bin/lib/node.mjs'
import { step } from './bin/lib/steps.mjs'
for (const [name, words] of [['First', 'echo noise of the first'], ['Second', process.argv[2]]])
  await step(name, async () => {
    if ((await run('sh', ['-c', words])) !== 0) throw new Error('It ended badly')
  })
`

function projectOfTwoSteps() {
  const folder = newSmallProject()
  writeFileSync(join(folder, 'two-steps.mjs'), script)
  const logOf = () => readFileSync(join(folder, 'build/start.log'), 'utf8')
  return { folder, logOf }
}

test('a step is one line with its time, and what its tools print is in the log', () => {
  const { folder, logOf } = projectOfTwoSteps()
  const { stdout, stderr } = spawnSync(process.execPath, ['two-steps.mjs', 'echo noise of the second'], {
    ...{ cwd: folder, encoding: 'utf8' },
  })
  expect([stdout, stderr]).toEqual(['', expect.stringMatching(/^First: \d+\.\d s\nSecond: \d+\.\d s\n$/)])
  expect(logOf()).toBe('noise of the first\nnoise of the second\n')
})

test('a step that fails shows the end of the log and where the rest of it is', () => {
  const { folder, logOf } = projectOfTwoSteps()
  const { stderr, status } = spawnSync(process.execPath, ['two-steps.mjs', 'seq 100; echo oh no >&2; exit 3'], {
    ...{ cwd: folder, encoding: 'utf8' },
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^First: \d+\.\d s\n62\n63\n(.*\n)*100\noh no\n\nSecond failed\. All messages are in build\/start\.log\.\n/,
  )
  expect(stderr).toContain('It ended badly')
  expect(logOf()).toContain('\n1\n2\n3\n')
})

test('--verbose shows what the tools print', () => {
  const { folder } = projectOfTwoSteps()
  const { stdout, stderr } = spawnSync(process.execPath, ['two-steps.mjs', 'echo noise', '--verbose'], {
    ...{ cwd: folder, encoding: 'utf8' },
  })
  expect([stdout, stderr]).toEqual(['noise of the first\nnoise\n', 'First …\nSecond …\n'])
})
