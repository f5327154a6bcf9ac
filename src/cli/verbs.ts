import type { Options, Words } from './args.js';

/** One verb of the command line. What it does is loaded when it is called, so that `--help` loads nothing. */
export type Verb = {
  readonly summary: string;
  readonly operands: { readonly names: string; readonly least: number; readonly most: number };
  readonly options: Options;
  readonly load: () => Promise<{ readonly act: (words: Words) => Promise<void> }>;
};

const data = { value: 'DIR', help: 'the dataset: a path, or a name below LAB_DATA or datasets/' };
const none = { names: '', least: 0, most: 0 };

export const VERBS: Readonly<Record<string, Verb>> = {
  run: {
    summary: 'run an experiment file: evaluate its arms, compare them, write its report',
    operands: { names: 'FILE', least: 1, most: 1 },
    options: {
      report: { value: 'FOLDER', help: 'where the report goes; reports/ unless said' },
      resume: {
        help: 'take what is on record: go on where it stopped, and score answers again where only k or metrics changed',
      },
      'retry-failed': { help: 'the same, and ask again the queries that failed' },
      estimate: { help: 'run nothing: say what it would embed, pay and search, and what is done already' },
      confirm: { help: 'take the arm that is ahead on dev to the test half, once' },
    },
    load: () => import('./run.js'),
  },
  baseline: {
    summary: 'evaluate BM25 over heading chunks on a dataset',
    operands: none,
    options: {
      data,
      qrels: { value: 'NAME', help: "which judgments of a folder in BEIR's layout: test unless said" },
      k: { value: 'N', help: 'pages a ranking is cut at; 5 unless said' },
      depth: { value: 'N', help: 'chunks asked for; 20 unless said' },
      extra: { value: 'FILE', help: 'a file of further cases' },
      split: { value: 'S', help: 'dev, test or all (the default)' },
      report: { value: 'FILE', help: 'write the report as JSON' },
      name: { value: 'NAME', help: 'what the run is called; keyword unless said' },
      accept: { value: 'RUN', help: 'evaluate nothing: make this recorded run what rlab gate goes by' },
      note: { value: 'TEXT', help: 'with --accept: why' },
      out: { value: 'FILE', help: 'with --accept: reports/retrieval_baseline.json unless said' },
    },
    load: () => import('./baseline.js'),
  },
  gate: {
    summary: 'whether a run is no worse than the accepted baseline: 0 pass, 1 fail, 3 cannot tell',
    operands: none,
    options: {
      baseline: { value: 'FILE', help: 'what rlab baseline --accept wrote' },
      candidate: { value: 'RUN', help: 'a recorded run, by id or name' },
      rules: { value: 'FILE', help: 'margins, named cases, ceilings, as JSON' },
      markdown: { help: 'for a pull request' },
    },
    load: () => import('./gate.js'),
  },
  compare: {
    summary: 'compare recorded runs with the first of them, query by query',
    operands: { names: 'A B…', least: 2, most: 100 },
    options: {
      metric: { value: 'METRIC', short: 'm', help: "recall@5, say; run A's first unless said" },
      by: { value: 'FIELD', help: 'slice by this field of the cases; kind unless said' },
      'on-shared-cases': { help: 'compare the cases that both have where the sets differ' },
      also: {
        value: 'NAME…',
        many: true,
        help: 'show beside it, deciding nothing: bootstrap, bca, t, wilcoxon, d_z',
      },
      cluster: { value: 'FIELD', help: 'cases with the same value hang together and are flipped as one' },
      correction: { value: 'NAME', help: 'for several runs: max-t (the default), holm, benjamini-hochberg' },
      seed: { value: 'N', help: 'of the Monte Carlo test; 42 unless said' },
    },
    load: () => import('./compare.js'),
  },
  diff: {
    summary: 'show what changed between runs as one page to look at, or as a comment',
    operands: { names: 'A B…', least: 2, most: 6 },
    options: {
      out: { value: 'FILE', help: 'where the page goes; diff.html unless said' },
      open: { help: 'open it in a browser' },
      md: { help: 'print the card as Markdown for a pull-request comment; a page only with --out' },
      metric: { value: 'METRIC', short: 'm', help: "recall@5, say; run A's first unless said" },
      by: { value: 'FIELD', help: 'slice by this field of the cases; kind unless said' },
      data: { value: 'DIR', help: "where the pages' texts are; the run's own dataset unless said" },
      'on-shared-cases': { help: 'compare the cases that both have where the sets differ' },
      seed: { value: 'N', help: 'of the Monte Carlo test; 42 unless said' },
      qrels: { value: 'FILE', help: 'A and B are run files, scored by these labels; needs no store' },
      queries: { value: 'FILE', help: 'with --qrels: the texts of the queries' },
      k: { value: 'N', help: 'with --qrels: pages a ranking is cut at; 5 unless said' },
      depth: { value: 'N', help: 'with --qrels: look at the best N of each topic only' },
      ties: { value: 'RULE', help: 'with --qrels: among equal scores, rank in the file or docid' },
    },
    load: () => import('./diff.js'),
  },
  pool: {
    summary: 'put together what several arms found, for judges who are not told which found what',
    operands: none,
    options: {
      arms: { value: 'A,B,C', help: 'recorded runs, by id or name; with --queries: arms of the experiment' },
      queries: {
        value: 'FILE',
        help: 'search for these, which have no labels: a query a line, id and tab, JSON lines, or issues',
      },
      experiment: {
        value: 'FILE',
        help: 'with --queries: the experiment file whose arms search, all unless said',
      },
      data: { value: 'DIR', help: "with --queries: the dataset; the experiment's unless said" },
      timeout: {
        value: 'MS',
        help: 'with --queries: a search that takes longer is given up; no limit unless said',
      },
      active: {
        value: 'A,B',
        help: 'instead: the pages without a label that could most change the verdict between two runs',
      },
      metric: {
        value: 'METRIC',
        short: 'm',
        help: "with --active: recall@5, say; run A's first unless said",
      },
      most: { value: 'N', help: 'with --active: how many, 20 unless said; ask again when these are judged' },
      depth: { value: 'N', help: 'pages of each arm; 10 unless said' },
      'with-judged': { help: 'pages that have a label too, for a second pass' },
      seed: { value: 'N', help: 'another one is another order' },
      name: { value: 'NAME', help: 'what the pool is called; pool unless said' },
      out: { value: 'FILE', help: 'where to; pool.jsonl unless said' },
    },
    load: () => import('./pool.js'),
  },
  judge: {
    summary: 'grade the pages of a pool on a page of this machine, not told which arm found them',
    operands: { names: 'POOL', least: 1, most: 1 },
    options: {
      data: { value: 'DIR', help: "where the pages' texts are; the pool's own dataset unless said" },
      judge: { value: 'NAME', help: 'who judges; your name here unless said' },
      pass: { value: 'N', help: '1 unless said; a second one, on another day, is in another order' },
      port: {
        value: 'N',
        help: "the store's own unless said, or a free one; the same again lets open pages go on",
      },
      open: { help: 'open it in a browser' },
      tty: { help: 'judge in the terminal instead' },
    },
    load: () => import('./judge.js'),
  },
  judgments: {
    summary: 'judgments of a pool: ls, csv (for judges elsewhere), import FILE, from-labels, agreement',
    operands: { names: 'ACTION POOL [FILE]', least: 2, most: 3 },
    options: {
      data,
      judge: { value: 'NAME', help: 'who judges; your user name unless said' },
      pass: { value: 'N', help: '1 unless said; a second pass is on another day and in another order' },
      out: { value: 'FILE', help: 'with csv: where to; judge.csv unless said' },
      'rest-is-0': { help: 'with from-labels: pages of the pool without a label were looked at and are 0' },
      between: {
        value: 'JUDGE:PASS…',
        many: true,
        help: 'with agreement: which two passes; the first two unless said',
      },
    },
    load: () => import('./judgments.js'),
  },
  labels: {
    summary: 'write the judgments of a pool as a versioned file of cases',
    operands: { names: 'export POOL', least: 2, most: 2 },
    options: {
      data,
      out: {
        value: 'FILE',
        help: 'the file of cases; what it holds already is kept where nothing new was judged',
      },
      against: { value: 'FILE', help: 'the version before, where that is another file' },
      apart: { value: 'RULE', help: 'where judges of the last pass are apart: lowest, highest or last' },
      spans: {
        value: 'WHOSE',
        help: 'passages of the last judgment with the grade that holds (last, the default), or of the first',
      },
      drop: { value: 'ID…', many: true, help: 'queries to leave out, since nobody can say what they ask' },
      outside: {
        value: 'RULE',
        help: 'labels of pages outside the pool: refuse (the default), keep or drop',
      },
      'label-version': { value: 'TEXT', help: 'what the version is called; the date unless said' },
    },
    load: () => import('./labels.js'),
  },
  rescore: {
    summary: 'score recorded answers by the labels as they are now, without searching again',
    operands: { names: 'RUN…', least: 1, most: 100 },
    options: {
      data,
      metric: { value: 'METRIC…', short: 'm', many: true, help: 'those of the run unless said' },
      k: { value: 'N', help: 'the k of the run unless said' },
      name: { value: 'NAME', help: 'what the new run is called; as before unless said' },
    },
    load: () => import('./rescore.js'),
  },
  failures: {
    summary:
      'take from a log the queries that users were badly served on, to be pooled; what looks personal is flagged first',
    operands: { names: 'import LOG', least: 2, most: 2 },
    options: {
      out: { value: 'FILE', help: 'where to; failures.jsonl unless said' },
      redact: {
        help: 'put [email], [phone] and so on in the place of what looks like personal data or a secret',
      },
      'drop-flagged': {
        help: 'leave out the rows that hold any; with neither of the two nothing is written',
      },
      kind: { value: 'NAME', help: 'the kind of these queries; failure unless said' },
    },
    load: () => import('./failures.js'),
  },
  review: {
    summary: 'take the verdicts that a page exported into the store, or list those it has',
    operands: { names: 'import FILE | ls', least: 1, most: 2 },
    options: {},
    load: () => import('./review.js'),
  },
  eval: {
    summary: 'score run files against labels; needs no store',
    operands: { names: '', least: 0, most: 1000 },
    options: {
      qrels: {
        value: 'FILE',
        help: 'the labels: TREC qrels, BEIR tsv, CSV, JSON or case lines; plain or gzip',
      },
      run: { value: 'FILE…', many: true, help: 'runs: TREC, CSV, JSON or JSON lines; plain or gzip' },
      metric: {
        value: 'METRIC…',
        short: 'm',
        many: true,
        help: "recall@5, 'rbp(0.8)', ndcg_cut_10 …; official for trec_eval's own list but gm_map",
      },
      'per-query': { help: 'every topic too' },
      format: { value: 'F', help: "table (the default), json, or trec for trec_eval's lines" },
      ties: { value: 'RULE', help: 'among equal scores: rank in the file (the default), or docid' },
      profile: { value: 'NAME', help: 'trec_eval: ties as trec_eval breaks them' },
      rel: { value: 'N', help: 'relevant from this grade on; 1 unless said' },
      depth: { value: 'N', help: 'look at the best N of each topic only' },
    },
    load: () => import('./eval.js'),
  },
  import: {
    summary: 'take a run that was made elsewhere into the store',
    operands: { names: 'FILE', least: 1, most: 1 },
    options: {
      data,
      qrels: {
        value: 'FILE',
        help: "its labels, where there is no dataset; with --data: which of a BEIR folder's",
      },
      queries: { value: 'FILE', help: 'the texts of its queries: JSON lines, or id, tab, text' },
      name: { value: 'NAME', help: "what the run is called; the file's name unless said" },
      k: { value: 'N', help: 'pages a ranking is cut at; 5 unless said' },
      depth: {
        value: 'N',
        help: 'hits the run was asked for, more are left out; its longest ranking unless said',
      },
      metric: { value: 'METRIC…', short: 'm', many: true, help: 'the usual ones at k unless said' },
      ties: { value: 'RULE', help: 'among equal scores: rank in the file (the default), or docid' },
    },
    load: () => import('./import.js'),
  },
  export: {
    summary: 'write a run, its labels or a dataset for other tools',
    operands: { names: '[RUN]', least: 0, most: 1 },
    options: {
      out: { value: 'FILE', help: 'where to; the standard output unless said, gzip where it ends in .gz' },
      format: {
        value: 'F',
        help: 'trec (the default), csv, json or jsonl; labels also tsv; a dataset also beir',
      },
      labels: { help: 'the labels that the run was measured by instead of its rankings' },
      data: { value: 'DIR', help: 'a dataset instead of a run' },
    },
    load: () => import('./export.js'),
  },
  diagnose: {
    summary: 'say at which stage the evidence for each question or case got lost',
    operands: none,
    options: {
      data,
      run: { value: 'RUN', help: 'a recorded run; BM25 over heading chunks unless said' },
      context: { value: 'N[,N]', help: 'chunks in the context; 6 unless said, or several' },
      budget: { value: 'N[,N]', help: 'the same as tokens, counted as span metrics count them' },
      between: {
        value: 'A,B',
        help: 'two of these, 6,3 or 6,500tok, say: what moves; the first two unless said',
      },
      cases: { help: 'the labelled cases, down to their passages' },
      qa: { help: 'the questions with citations: what is taken unless said, where there are some' },
      depth: { value: 'N', help: 'chunks asked for; 20 unless said' },
      rel: { value: 'N', help: 'labels count from this grade on; 2, or 1 where a case has none of 2' },
      held: { value: 'SHARE', help: 'of a passage that must be in the context; 1, all of it, unless said' },
      generate: { help: 'ask a model too, and check what it cites; answers are kept in the store' },
      model: { value: 'NAME', help: 'which model; without --generate: whose recorded answers' },
      'base-url': { value: 'URL', help: "its server's address; else OPENAI_BASE_URL, else OpenAI" },
      'retry-failed': { help: 'ask again what is stored as failed, truncated or invalid' },
      estimate: { help: 'with --generate: ask nothing, say how many questions, tokens and dollars' },
    },
    load: () => import('./diagnose.js'),
  },
  doctor: {
    summary: 'say what would spoil a sweep, before it is run',
    operands: { names: '[FILE]', least: 0, most: 1 },
    options: { data },
    load: () => import('./doctor.js'),
  },
  plan: {
    summary: 'say what a set of cases can show, before anything is run',
    operands: none,
    options: {
      n: { value: 'N', help: 'cases in the set' },
      changed: { value: 'SHARE', help: 'of them that two arms will differ on: 0.1, 0.2 and 0.4 unless said' },
      change: { value: 'SIZE', help: 'by how much one that differs does; 1 unless said' },
    },
    load: () => import('./plan.js'),
  },
  ls: { summary: 'list the recorded runs', operands: none, options: {}, load: () => import('./ls.js') },
  show: {
    summary: 'show a run: numbers, slices, misses, failures',
    operands: { names: 'RUN', least: 1, most: 1 },
    options: {},
    load: () => import('./show.js'),
  },
  table: {
    summary: 'several metrics of several runs, each mean with its interval',
    operands: { names: 'RUN…', least: 1, most: 100 },
    options: {
      metric: { value: 'METRIC…', short: 'm', many: true, help: "the first run's unless said" },
      markdown: { help: 'as a Markdown table' },
    },
    load: () => import('./table.js'),
  },
  rm: {
    summary: 'delete a run and its results',
    operands: { names: 'RUN', least: 1, most: 1 },
    options: {},
    load: () => import('./rm.js'),
  },
  notebook: {
    summary: 'run notebooks and write their outputs; or new NAME, kernel (for JupyterLab), doctor',
    operands: { names: 'FILE…', least: 1, most: 1000 },
    options: {
      check: { help: 'run without writing; fail where outputs, their order or the Markdown twin differ' },
      replace: { help: 'with kernel: in the place of one that runs another tslab' },
    },
    load: () => import('./notebook.js'),
  },
  report: {
    summary: 'fill in the numbers of reports from the store, or check that they still hold',
    operands: { names: 'FILE…', least: 1, most: 100 },
    options: {
      check: {
        help: 'write nothing: make again what the store lacks, and fail where a number, a run or a sentence no longer holds',
      },
    },
    load: () => import('./report.js'),
  },
  relabel: {
    summary: 'turn labels by chunk id into spans that outlive the chunker',
    operands: none,
    options: { data, write: { help: 'write the case files; without it only say what would change' } },
    load: () => import('./relabel.js'),
  },
  quote: {
    summary: 'find the offsets of a quote in a page, for whoever labels',
    operands: { names: 'PAGE QUOTE', least: 2, most: 2 },
    options: { data },
    load: () => import('./quote.js'),
  },
};
