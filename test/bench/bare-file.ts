import serveFiles from '@fastify/static'
import fastify from 'fastify'

// A bare file server to compare stored pictures with. A library sends the files of a folder.
const [root = '', port = ''] = process.argv.slice(2)
const app = fastify()
await app.register(serveFiles, { root, serve: true })
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
