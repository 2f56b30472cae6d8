// Site of the pages of the repository: the root pages, those in docs, and the README of each module.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { slug } from 'github-slugger'
import { defineConfig } from 'vitepress'

const root = path.resolve(import.meta.dirname, '../../..')
const version = process.env.RESTANTE_VERSION ?? 'development'
const base = process.env.RESTANTE_DOCS_BASE ?? '/'
const sourceUrl = process.env.RESTANTE_SOURCE_URL ?? ''
const javadoc = '/api/index.html'

const title = (file) => /^# (.+)$/m.exec(fs.readFileSync(path.join(root, file), 'utf8'))?.[1].replaceAll('`', '') ?? file

const pages = (folder) =>
  fs
    .readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => `${folder}/${name}`)

const item = (file) => ({ text: title(file), link: '/' + file.replace(/README\.md$/, '').replace(/\.md$/, '') })

const section = (text, folder, first = [], collapsed = true) => ({
  text,
  collapsed,
  items: [...first, ...pages(folder).filter((file) => !first.includes(file))].map(item)
})

const index = (folder) => (fs.existsSync(path.join(root, folder, 'README.md')) ? [`${folder}/README.md`] : [])

const sidebar = [
  section('Start', 'docs/start', ['docs/start/first-queue.md', 'docs/start/spring-boot.md'], false),
  section('How-to', 'docs/how-to', [], false),
  section('Operations', 'docs/operations', [], false),
  {
    text: 'Reference',
    collapsed: true,
    items: [
      ...pages('docs/reference').map(item),
      section('Jakarta EE servers', 'docs/reference/servers', index('docs/reference/servers')),
      { text: 'Javadoc', link: javadoc, target: '_self' }
    ]
  },
  section('Coming from', 'docs/coming-from', index('docs/coming-from')),
  {
    text: 'Explanation',
    collapsed: true,
    items: [
      ...pages('docs/explanation').map(item),
      section('Decisions', 'docs/explanation/decisions', index('docs/explanation/decisions'))
    ]
  },
  section('Contributing', 'docs/contributing', ['CONTRIBUTING.md'])
]

/** Shows tags in the text as text, because the pages use no HTML except comments. */
function tagsAsText(md) {
  const escape = (tokens, at) =>
    /^\s*<!--/.test(tokens[at].content) ? '' : md.utils.escapeHtml(tokens[at].content)
  md.renderer.rules.html_inline = escape
  md.renderer.rules.html_block = escape
}

/** Path of a page in the site, where the README of a folder is the folder's first page. */
const pathInSite = (file) => file.replace(/(^|\/)README\.md(?=#|$)/, '$1index.md')

/** Turns a link to a file that is no page of the site into a link to the source, or into plain text without a source. */
function linksToSource(md) {
  const render = md.renderer.rules.link_open ?? ((tokens, at, options, env, self) => self.renderToken(tokens, at, options))
  md.core.ruler.push('links-to-source', (state) => {
    const folder = path.posix.dirname(state.env.relativePath ?? '')
    for (const block of state.tokens.filter((token) => token.type === 'inline')) {
      const open = []
      for (const token of block.children) {
        if (token.type === 'link_open') {
          const href = decodeURI(token.attrGet('href') ?? '')
          const [target] = href.split('#')
          const page = target === '' || target.endsWith('.md') || /^[a-z]+:|^\//.test(href)
          const file = path.posix.normalize(path.posix.join(folder, target))
          const readme = path.posix.join(file, 'README.md')
          if (!page && fs.existsSync(path.join(root, readme))) {
            token.attrSet('href', path.posix.relative(folder, pathInSite(readme)))
          } else if (!page && sourceUrl) {
            token.attrSet('href', `${sourceUrl}/${file}`)
          } else if (!page) {
            token.tag = 'span'
            token.attrs = []
          } else if (!/^[a-z]+:/.test(href)) {
            token.attrSet('href', pathInSite(href))
          }
          open.push(token)
        } else if (token.type === 'link_close') {
          token.tag = open.pop().tag
        }
      }
    }
  })
  md.renderer.rules.link_open = (tokens, at, options, env, self) =>
    tokens[at].tag === 'span' ? '<span>' : render(tokens, at, options, env, self)
}

export default defineConfig({
  title: 'Restante',
  description: 'Jakarta Messaging in your SQL database',
  lang: 'en',
  base: `${base}${version}/`,
  srcDir: root,
  outDir: path.join(root, 'docs/site/target/site', version),
  cacheDir: path.join(root, 'docs/site/target/cache'),
  srcExclude: ['**/target/**', '**/node_modules/**', 'LICENSE*'],
  rewrites: pathInSite,
  cleanUrls: false,
  ignoreDeadLinks: [/\/api\/index/],
  // The pages are outside the folder of node_modules.
  vite: {
    resolve: {
      alias: [
        { find: /^vue\/server-renderer$/, replacement: fileURLToPath(import.meta.resolve('vue/server-renderer')) },
        { find: /^vue$/, replacement: path.join(import.meta.dirname, '../node_modules/vue/dist/vue.runtime.esm-bundler.js') }
      ]
    },
    build: { chunkSizeWarningLimit: 2000 }
  },
  markdown: {
    // The comments of github-dark, the default, are too dark.
    theme: { light: 'github-light', dark: 'github-dark-default' },
    anchor: { slugify: slug },
    toc: { slugify: slug },
    headers: { slugify: slug },
    config: (md) => [tagsAsText, linksToSource].forEach((plugin) => plugin(md))
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/docs/start/first-queue' },
      { text: 'How-to', link: '/docs/' },
      { text: 'Reference', link: '/docs/reference/semantics' },
      { text: 'Javadoc', link: javadoc, target: '_self' },
      { text: version, link: '/CHANGELOG' }
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: false, next: false }
  }
})
