import { LabError } from '../errors.js';
import type { Figure, Json } from '../types.js';
import type { Dom } from './dom.js';

export type DrawOptions = { readonly width?: number; readonly height?: number };

type Plotly = {
  readonly newPlot: (holder: unknown, data: unknown, layout: unknown, config: unknown) => Promise<unknown>;
  readonly toImage: (holder: unknown, options: unknown) => Promise<string>;
  readonly purge: (holder: unknown) => void;
};
type Element = { readonly remove: () => void };
type Page = {
  readonly createElement: (name: string) => Element;
  readonly body: { readonly appendChild: (child: Element) => void };
};

/** Draws a figure as one self-contained SVG, the same bytes each time. Needs plotly.js-dist and jsdom, loaded at the first call. */
export async function drawSvg(figure: Figure, options: DrawOptions = {}): Promise<string> {
  const { page, plotly, parse } = await loadPlotly();
  const holder = page.createElement('div');
  page.body.appendChild(holder);
  const layout: Record<string, Json> = { ...figure.layout };
  const size = {
    width: options.width ?? Number(layout['width'] ?? 900),
    height: options.height ?? Number(layout['height'] ?? 450),
  };
  try {
    // Copied, since plotly writes into what it is given; by the window's own JSON, since it takes no lists of another realm.
    const copy = parse(JSON.stringify({ data: figure.data, layout: { ...layout, ...size } }));
    await plotly.newPlot(holder, copy.data, copy.layout, { staticPlot: true });
    const url = await plotly.toImage(holder, { format: 'svg', ...size });
    return normalised(decodeURIComponent(url.slice(url.indexOf(',') + 1)), figure);
  } finally {
    plotly.purge(holder);
    holder.remove();
  }
}

type Loaded = {
  readonly page: Page;
  readonly plotly: Plotly;
  readonly parse: (text: string) => { readonly data: unknown; readonly layout: unknown };
};

let loading: Promise<Loaded> | undefined;

function loadPlotly(): Promise<Loaded> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Loaded> {
  const [{ createRequire }, fs, vm] = await Promise.all([
    import('node:module'),
    import('node:fs'),
    import('node:vm'),
  ]);
  const { openDom } = await import('./dom.js');
  const dom: Dom = await peer(openDom, 'jsdom');
  const file = await peer(
    async () => createRequire(import.meta.url).resolve('plotly.js-dist'),
    'plotly.js-dist',
  );
  new vm.Script(fs.readFileSync(file, 'utf8'), { filename: 'plotly.js' }).runInContext(dom.context);
  const {
    document,
    Plotly,
    JSON: json,
  } = dom.window as never as { document: Page; Plotly: Plotly; JSON: { parse: Loaded['parse'] } };
  return { page: document, plotly: Plotly, parse: json.parse };
}

async function peer<T>(loader: () => Promise<T>, name: string): Promise<T> {
  try {
    return await loader();
  } catch {
    throw new LabError(
      `drawing: ${name} is not installed, and pictures are made with it; npm install --save-dev plotly.js-dist jsdom`,
    );
  }
}

/** Random ids become numbers in order, and the picture says in words what it shows. */
function normalised(svg: string, { title, alt }: Figure): string {
  const found = svg.matchAll(
    /\b(?:id="(?:[a-z0-9]+-legend-|clip|defs-|topdefs-|legend|g|p)?|trace)([0-9a-f]{6})/g,
  );
  const prefixes = [...new Set([...found].map(([, id]) => id!))];
  const numbered = prefixes.reduce((text, id, i) => text.replaceAll(id, String(i + 1).padStart(6, '0')), svg);
  const words = `<title>${escapeXml(title)}</title><desc>${escapeXml(alt)}</desc>`;
  return `${numbered.replace(/<svg ([^>]*)>/, `<svg role="img" $1>${words}`)}\n`;
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
