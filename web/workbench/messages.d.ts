// The messages between the workbench page and the server, made from crates/greenroom-web/src/workbench/wire.
// The test `the_pages_types_are_those_of_the_server` compares them, and writes them with GREENROOM_UPDATE_SCRIPTS=1.

/** What the page sends. */
export type ToServer = Act | Query;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A message that gets no reply. */
export type Act =
  /** Comes first: the token of this page. */
  | {
    type: "auth";
    token: string;
  }
  /** Every 15 s; the server answers `pong`. Two missed: the page takes the connection for dead. */
  | {
    type: "ping";
  }
  | {
    type: "dialog-displayed";
    requestId: string;
  }
  | {
    type: "dialog-render-failed";
    message: string;
    requestId: string;
  }
  /** Stored and given back as it is. */
  | {
    type: "draft";
    data: Json;
    requestId: string;
  }
  /** What the human gave; the reply is `dialog-response-result`. */
  | {
    type: "dialog-response";
    /** The countdown ran out; the result is marked `auto_submit`; refused for confirm. */
    auto?: boolean;
    data: JsonObject;
    /** Store it as standing answer; refused for confirm, dangerous and screenshot dialogs. */
    remember?: boolean;
    requestId: string;
    /** The act counts only after this time, at most ten seconds, and can be undone until then. It is on disk at once. */
    undo_ms?: number;
  }
  /** Refused by a `notice` when the agent has it already. */
  | {
    type: "dialog-undo";
    requestId: string;
  }
  /** The human picks a waiting dialog: it gets position 0; if three were open, the youngest of them gets 1 (its state stays). */
  | {
    type: "dialog-pick";
    requestId: string;
  }
  | {
    type: "note-add";
    text: string;
  }
  | {
    type: "note-remove";
    id: string;
  }
  /** Only the members that changed. */
  | {
    type: "settings-change";
    settings: JsonObject;
  }
  | {
    type: "remembered-remove";
    id: string;
  }
  | {
    type: "learned-remove";
    client: string;
    with_progress: boolean;
  }
  /** The human's word on a browser that wants to be paired. */
  | {
    type: "pairing-decision";
    allow: boolean;
    id: string;
  }
  /** Recording on or off, for the whole server. */
  | {
    type: "inspector-switch";
    on: boolean;
  }
  /** Whether this page gets `inspector-entries`; `true` first sends what the ring holds. */
  | {
    type: "inspector-watch";
    on: boolean;
  }
  /** Whether this page gets `sessions`; `true` sends them first. */
  | {
    type: "sessions-watch";
    on: boolean;
  }
  /** The session whose `course-state` this page gets; null: none. */
  | {
    type: "course-watch";
    session_id?: string;
  }
  /** The sessions of agents that this page sees as pictures: binary messages, see `FrameHeader`. With the pace `live` also `course-seat` and `course-acts`. None ends it. */
  | {
    type: "frames-watch";
    /** What others call the person before this page. */
    name?: string;
    pace: Pace;
    session_ids: string[];
  }
  /** What the person who drives did to the course. */
  | {
    type: "course-input";
    input: PersonInput;
    session_id: string;
  }
  /** The session whose `journal-part`s this page gets, from this place on; null: none. */
  | {
    type: "journal-watch";
    from?: JournalPlace;
    session_id?: string;
  };

/** Who did something. */
export type ActBy = "agent" | "person";

/** Something that was done to the page. */
export type ActLine = {
  at: number;
  by: ActBy;
  /** Like `dom:click`. */
  kind: string;
  /** Name of the person; of agents the seat tells. */
  name: string | null;
  /** Its number in the session's stream. */
  number: number;
  /** What it was done to, in words. */
  on: string | null;
  place: Place | null;
};

/** What is known of an activity or a course; absent is unknown. */
export type ActivityStatus = {
  completed: boolean | null;
  /** -1 to 1. */
  measure: number | null;
  progress: number | null;
  satisfied: boolean | null;
};

/** Where an answer came from. */
export type AnsweredBy = {
  at: number;
  connection: string;
  /** Nothing where no human acted, as with a standing answer. */
  proof?: Proof;
  user_agent: string;
};

/** One stored image. */
export type Attachment = {
  height: number;
  id: string;
  name: string;
  /** A reduced copy lies beside it; its content type. */
  reduced?: string;
  size: number;
  type: string;
  width: number;
};

/** Something that the browser did not load. */
export type BlockedLine = {
  directive: string;
  url: string;
};

/** Who ended a dialog. */
export type By = "page" | "agent" | "clock" | "elicitation";

/** A control of the LMS. */
export type Control =
  | {
    control: "continue";
  }
  | {
    control: "previous";
  }
  | {
    control: "choice";
    target: string;
  };

/** What is wrong with the files of a course, as far as is known. */
export type CourseFindings =
  /** Nobody has looked. */
  | {
    state: "unchecked";
  }
  /** They are being judged for the first time. */
  | {
    state: "checking";
  }
  | {
    state: "checked";
    checked_at: number;
    errors: number;
    /** What is no fault. */
    notes: number;
    warnings: number;
  }
  /** They could not be judged. */
  | {
    state: "failed";
    why: string;
  };

/** Where a course stands. */
export type CourseState = {
  /** Controls that can be used, in the words of `adl.nav.request`. */
  available: string[];
  /** What the browser kept the course from loading. */
  blocked: BlockedLine[];
  card: SessionCard;
  /** The identifier of the activity that plays. */
  current: string | null;
  /** Controls that the activity hides. */
  hidden: string[];
  /** Nothing plays: it was left, or not begun. */
  is_over: boolean;
  /** No page of the course is open. */
  is_unseen: boolean;
  /** As what it is played, or was played last. */
  played_as: PlayedAs;
  /** The LMSs that it can be played in. */
  profiles: LmsName[];
  /** What was done is recorded: so many acts. */
  recorded: number | null;
  /** The last request that was refused, in words, until another one is decided. */
  refused: string | null;
  /** Whether the attempt goes on, and if not, why; absent before it was played. */
  resume: ResumeFacts | null;
  /** The file that plays. */
  url: string | null;
};

/** One question, as its card needs it. */
export type DialogRequest = {
  agent_waiting: boolean;
  /** The answer's JSON schema; of tools that are declared by their schemas alone. */
  answerSchema?: JsonObject;
  /** Name of the client or program that asks. */
  asker: string;
  /** Which card shows it. */
  dialogType: string;
  /** What the page last sent as `draft`, word for word. */
  draft: Json;
  expires_at: number;
  /** As the asker gave them, checked, in the spelling of the schema, defaults not filled in. */
  parameters: JsonObject;
  /** 0: the card is open. 1 and more: its place in the queue. The page obeys; the server keeps at most three at 0. */
  position: number;
  project: string | null;
  requestId: string;
  session_label: string | null;
  state: DialogState;
  /** When it was asked, in ISO 8601. */
  timestamp: string;
  /** The tool's registry name. Equals `dialogType` except for the generic form. */
  tool: string;
  /** The human has acted and may still undo it, for so long. */
  undo_ms?: number;
  /** Connected without a token (`--ws-no-token`). */
  unverified?: boolean;
};

/** Where a dialog stands. */
export type DialogState = "IDLE" | "PENDING" | "ACTIVE" | "RESPONDING" | "COMPLETED" | "ERROR" | "CANCELLED" | "EXPIRED";

/** A value that the LMS does not have as the course has set it. */
export type DifferingValue = {
  believed: string;
  element: string;
  reason: string;
  /** Absent where nothing is stored. */
  stored: string | null;
};

/** Which way a message went, seen from Greenroom. */
export type Direction = "incoming" | "outgoing";

/** What a person wants of the wheel. */
export type DriveWish =
  | {
    wish: "pause";
  }
  | {
    wish: "take_over";
  }
  | {
    wish: "give_back";
  }
  /** The page came back over another connection and goes on as before. */
  | {
    wish: "keep";
    was: string;
  };

/** In whose browser a session plays. */
export type Driver = "agent" | "person" | "nobody";

/** An edition of SCORM 2004. */
export type EditionWish = "2nd" | "3rd" | "4th";

/** Why a hold ended. */
export type EndCause = "gave_back" | "page_gone" | "idle" | "taken_over" | "closed";

/** How a hold ended. */
export type Ended = {
  at: number;
  cause: EndCause;
  name: string;
};

/** When the exported messages went. */
export type ExportedSession = {
  end: number;
  messageCount: number;
  start: number;
};

/** One finding. */
export type FindingLine = {
  /** What to do about it. */
  advice: string;
  code: string;
  file: string | null;
  line: number | null;
  message: string;
  /** `error`, `warning` or `info`. */
  severity: string;
};

/** Stands before the picture in the message of a frame. */
export type FrameHeader = {
  height: number;
  number: number;
  session_id: string;
  /** Of the page's window, in CSS pixels. */
  width: number;
};

/** One message of the server. Those with `seq` answer the message of the page with that number. */
export type FromServer =
  /** Comes first, once the page has said who it is. */
  | {
    type: "welcome";
  } & Welcome
  | {
    type: "pong";
  }
  /** A question. Sent again under the same id whenever the page connects. */
  | {
    type: "dialog-request";
  } & DialogRequest
  | {
    type: "dialog-response-result";
  } & ResponseResult
  /** A terminal state closes the card; `by` says who ended it. */
  | {
    type: "dialog-state-change";
    by?: By;
    connection?: string;
    dialog_id: string;
    state: DialogState;
    timestamp: number;
  }
  /** A page has acted and may still undo it; null: the act was undone and the card is open again. */
  | {
    type: "dialog-held";
    connection: string | null;
    requestId: string;
    undo_ms: number | null;
  }
  | {
    type: "dialog-update";
    agent_waiting: boolean;
    position: number;
    requestId: string;
  }
  | {
    type: "status";
  } & Status
  /** `code` is for the page's own words; `text` is English and complete. */
  | {
    type: "notice";
    code: string;
    level: NoticeLevel;
    text: string;
  }
  /** The browser that waits to be let in now, if one does. */
  | {
    type: "pairing";
    request: PairingRequest | null;
  }
  | {
    type: "settings";
    settings: JsonObject;
  }
  | {
    type: "notes";
    notes: Note[];
  }
  | {
    type: "remembered";
    remembered: Remembered[];
  }
  | {
    type: "learned";
    learned: Learned[];
  }
  | {
    type: "inspecting";
    on: boolean;
  }
  | {
    type: "inspector-entries";
    entries: InspectorEntry[];
  }
  /** The open sessions of this process, newest first, and the courses that were opened before. */
  | {
    type: "sessions";
    recent: RecentCourse[];
    sessions: SessionCard[];
  }
  | {
    type: "course-state";
  } & CourseState
  /** Further lines of the transcript of the session that this page watches. */
  | {
    type: "journal-part";
    part: JournalPart;
    session_id: string;
  }
  /** The transcript ends here, and why. */
  | {
    type: "journal-broken";
    error: string;
    session_id: string;
  }
  /** Who is at a session and who drives, now and whenever it changes. */
  | {
    type: "course-seat";
    seat: Seat;
    session_id: string;
  }
  /** What was just done to the page of a session. */
  | {
    type: "course-acts";
    acts: ActLine[];
    session_id: string;
  }
  /** What is wrong with the course, whenever that changes; null once nobody follows its files. */
  | {
    type: "course-findings";
    live: LiveFindings | null;
    session_id: string;
  }
  /** The session that this page watches is not open any more. */
  | {
    type: "course-gone";
    session_id: string;
  }
  | {
    type: "course-opened";
    seq: number;
    session_id: string;
  }
  /** A rehearsal on the disk. */
  | {
    type: "course-rehearsal";
    /** What it does not hold, and why. */
    left_out: string[];
    path: string;
    seq: number;
    /** How many things it states. */
    statements: number;
    /** How many activities were visited. */
    steps: number;
  }
  | {
    type: "course-lms-record";
    record: LmsRecord;
    seq: number;
  }
  | {
    type: "course-address";
    seq: number;
    url: string;
  }
  | {
    type: "history-page";
    entries: HistorySummary[];
    projects: string[];
    seq: number;
    /** What the filters can offer: all values in the history. */
    tools: string[];
    /** Of all that match. */
    total: number;
  }
  | {
    type: "history-entry";
    entry: HistoryEntry;
    seq: number;
  }
  | {
    type: "history-export";
    entries: HistoryEntry[];
    seq: number;
  }
  | {
    type: "metrics";
    metrics: Metrics;
    report: ToolReport[];
    seq: number;
  }
  | {
    type: "inspector-export";
    export: InspectorExport;
    /** Relative to the data directory. */
    path: string;
    seq: number;
  }
  | {
    type: "done";
    seq: number;
  }
  | {
    type: "failed";
    error: string;
    seq: number;
  };

/** A dialog as programs and exports see it. */
export type HistoryEntry = {
  agent_waiting: boolean;
  /** Where the answer came from. */
  answered_by: AnsweredBy | null;
  asker: string;
  attempts: number;
  createdAt: number;
  delivered_at: number | null;
  dialog_id: string;
  error?: string;
  id: Json;
  parameters: JsonObject;
  project: string | null;
  response?: HistoryResponse;
  session_label: string | null;
  state: DialogState;
  tool: string;
  updatedAt: number;
};

/** Which entries to show. All given parts must fit. */
export type HistoryFilter = {
  /** `created_at` from here… */
  from?: number;
  project?: string;
  state?: DialogState;
  /** Anywhere in question, parameters, answer or comment, whatever the case. */
  text?: string;
  tool?: string;
  /** …and before here. */
  until?: number;
};

/** How it ended, in the words of tool results. */
export type HistoryResponse = {
  answer?: Json;
  attachments?: Attachment[];
  comment?: string;
  source?: Source;
  status: string;
};

/** One line of the history. */
export type HistorySummary = {
  /** The answer for people in one line, at most 200 characters; absent without an answer. */
  answer?: string;
  asker: string;
  attachments: number;
  created_at: number;
  delivered: boolean;
  dialog_id: string;
  ended_at: number;
  project: string | null;
  /** First 200 characters of the question (or decision context), one line. */
  question: string;
  state: DialogState;
  status: SummaryStatus;
  tool: string;
};

/** What a person keeps the agent from acting for. */
export type Hold = "paused" | "drives";

/** A person who keeps the agent from acting. */
export type Holder = {
  hold: Hold;
  /** Their page is gone, and may come back for a moment. */
  is_away: boolean;
  name: string;
  /** The connection of their page. */
  page: string;
  since: number;
};

/** One message. */
export type InspectorEntry = {
  asker: string;
  connection: string;
  direction: Direction;
  message: Json;
  /** Counts up. */
  n: number;
  /** Bytes of the JSON as it travelled. */
  size: number;
  timestamp: number;
  /** The tool it belongs to; replies carry that of their request. */
  tool: string | null;
};

/** `mcp-debug.json`: what was recorded, to be looked at elsewhere. */
export type InspectorExport = {
  messages: InspectorEntry[];
  session: ExportedSession;
};

/** What to show. All given parts must fit. */
export type InspectorFilter = {
  asker?: string;
  direction?: Direction;
  text?: string;
  /** Empty: all. */
  tools?: string[];
};

/** Some lines of a transcript. */
export type JournalPart = {
  from: JournalPlace;
  /** More is there already. */
  has_more: boolean;
  /** As a trace file has them, each with its line break. */
  lines: string;
  /** The pictures that these lines tell of. */
  pictures: PictureFacts[];
};

/** How much of a transcript came before: both are counted, since records may come late. */
export type JournalPlace = {
  /** Entries of the journal. */
  entries: number;
  /** What the session told beside it. */
  records: number;
};

export type KeyMove = "down" | "up" | "again";

/** A learned hold. */
export type Learned = {
  at: number;
  client: string;
  seconds: number;
  with_progress: boolean;
};

/** How a person leaves a course. */
export type Leaving = "suspend" | "exit" | "closed_tab" | "lost_connection";

/** What is wrong with a course now. */
export type LiveFindings = {
  errors: number;
  /** The worst first. */
  findings: FindingLine[];
  /** Why the course was not loaded again, until it is. */
  held_back: string | null;
  /** Findings that are not listed. */
  omitted: number;
  on_save: OnSave;
  /** Rises whenever the course is to be loaded again. */
  reloads: number;
  score: number;
  warnings: number;
};

/** An LMS that courses can be played in. */
export type LmsName = {
  /** No LMS, but what the standard says. */
  is_standard: boolean;
  /** As wishes name it. */
  name: string;
  /** As people call it. */
  title: string;
};

/** The record of one activity, beside what the course believes. */
export type LmsRecord = {
  /** The identifier of the activity. */
  activity: string;
  /** `not_started`, `incomplete`, `completed`, `passed` or `failed`. */
  completion: string;
  /** Set with success, and not stored or stored with another value; the lost ones first. */
  differing: DifferingValue[];
  /** In percent. */
  grade: number | null;
  /** Why it is not what a course may expect. */
  grade_reason: string | null;
  /** The name of its profile. */
  lms: string;
  next_launch: NextLaunch;
  score: number | null;
  /** `not attempted`, or the words that are stored. */
  status: string;
  stored: JsonObject;
  total_time: string | null;
};

/** Figures over all dialogs. */
export type Metrics = {
  active: number;
  /** Milliseconds, over completed dialogs. */
  averageResponseTime: number | null;
  cancelled: number;
  completed: number;
  errors: number;
  expired: number;
  /** Completed among completed, errors and cancelled. */
  successRate: number | null;
};

/** cmi.mode. */
export type Mode = "normal" | "browse" | "review";

export type MouseButton = "none" | "left" | "middle" | "right";

export type MouseMove = "moved" | "pressed" | "released";

/** What the learner meets who comes back. */
export type NextLaunch = {
  /** cmi.mode. */
  mode: string;
  /** What a course may not expect then. */
  reasons: string[];
};

/** A text that goes with the next dialog result. */
export type Note = {
  at: number;
  id: string;
  text: string;
};

/** How serious a notice is. */
export type NoticeLevel = "info" | "warning";

/** What becomes of a course when one of its files is saved. */
export type OnSave = "keep" | "start_over" | "stay";

/** Why a session of another process can neither be watched live nor driven. */
export type OutOfReach = "not_served" | "other_version" | "no_answer";

/** How often frames are wanted while something moves. */
export type Pace = "live" | "calm";

/** What a browser gets when it is let in. */
export type Paired = {
  /** Replaces the secret that was used, if one was. */
  resume: string;
  /** Of this page alone. */
  token: string;
};

/** What a browser brings. */
export type Pairing =
  | {
    code: string;
  }
  | {
    resume: string;
  };

/** A request that waits for the human's word, as the page shows it. */
export type PairingRequest = {
  id: string;
  /** Shown where the request was made, too, so that the human knows it again. */
  number: string;
};

/** What a person did. Places are shares of the frame's width and height, from 0 to 1. */
export type PersonInput =
  | {
    did: "mouse";
    button: MouseButton;
    /** 2 for the second press of a double click. */
    clicks: number;
    /** 1 Alt, 2 Control, 4 Meta, 8 Shift. */
    modifiers: number;
    moved: MouseMove;
    x: number;
    y: number;
  }
  /** `dx` and `dy` in CSS pixels. */
  | {
    did: "wheel";
    dx: number;
    dy: number;
    x: number;
    y: number;
  }
  /** As in `KeyboardEvent`. */
  | {
    did: "key";
    code: string;
    key: string;
    modifiers: number;
    moved: KeyMove;
  }
  /** Text that no key makes: pasted, or put together by an input method. */
  | {
    did: "text";
    text: string;
  };

/** What is known of a picture; its bytes are fetched by its name. */
export type PictureFacts = {
  bytes: number;
  height: number | null;
  mime: string;
  /** As the record of its taking names it. */
  path: string;
  time: number;
  title: string;
  width: number | null;
};

/** A place in the frame, as shares of its width and height. */
export type Place = {
  x: number;
  y: number;
};

/** How a person wants to play. What is absent stays as it was, also when the course begins anew. */
export type PlayWish = {
  /** The edition that the manifest declares, whatever was wished before. */
  declared_edition?: boolean;
  /** SCORM 2004 edition to run as, not the declared one. */
  edition?: EditionWish;
  /** As the LMS has it, family name first; empty for the usual one. */
  learner_name?: string;
  /** The LMS that it is played in; without one that which the session was opened for. */
  lms_profile?: string;
  mode?: Mode;
  /** cmi.credit in normal mode. */
  no_credit?: boolean;
  /** Make a rehearsal of what is done. It begins where the course does, so the course begins anew. */
  record?: boolean;
  /** Begin anew instead of resuming. */
  start_over?: boolean;
};

/** As what a person plays a course. */
export type PlayedAs = {
  /** Absent for the declared one. */
  edition: EditionWish | null;
  /** Absent for the usual one. */
  learner_name: string | null;
  /** The LMS; absent where the standard alone counts. */
  lms_profile: string | null;
  mode: Mode;
  no_credit: boolean;
};

/** How an answer was proven to be the human's, from what cannot be forged without the human's browser to what rests on another program's word. */
export type Proof = "accepted_page" | "opened_page" | "first_page" | "client_form" | "parent_app";

/** A message that gets one reply with the same `seq`: the one named here, or `failed`. */
export type Query =
  /** Reply `history-page`, newest first. `limit` at most 100. */
  | {
    type: "history-query";
    filter?: HistoryFilter;
    limit: number;
    offset: number;
    seq: number;
  }
  /** Reply `history-entry`. */
  | {
    type: "history-get";
    dialog_id: string;
    seq: number;
  }
  /** Reply `history-export`; the page offers it as download. */
  | {
    type: "history-export";
    filter?: HistoryFilter;
    seq: number;
  }
  /** Reply `done`. With `dialog_id` one entry, without all. Images go too. */
  | {
    type: "history-delete";
    dialog_id?: string;
    seq: number;
  }
  /** Reply `metrics`. */
  | {
    type: "metrics-query";
    seq: number;
  }
  /** Reply `inspector-export`; also written below the data directory. */
  | {
    type: "inspector-export";
    filter?: InspectorFilter;
    seq: number;
  }
  /** Reply `course-opened`. A path on the machine of the server. */
  | {
    type: "course-open";
    path: string;
    seq: number;
  }
  /** Reply `course-address`: the player, to be shown in a frame; the address is good once. */
  | {
    type: "course-play";
    seq: number;
    session_id: string;
    wish?: PlayWish;
  }
  /** Reply `done`, once it is decided; `failed` says why it was refused. */
  | {
    type: "course-navigate";
    request: Control;
    seq: number;
    session_id: string;
  }
  /** Reply `done`. The session stays, and can be played again. */
  | {
    type: "course-leave";
    how: Leaving;
    seq: number;
    session_id: string;
  }
  /** Reply `done`: the person pauses the agent, takes over, or gives back. */
  | {
    type: "course-drive";
    seq: number;
    session_id: string;
    wish: DriveWish;
  }
  /** Reply `course-opened`: the course that comes with Greenroom. */
  | {
    type: "course-try";
    seq: number;
  }
  /** Reply `course-opened`: a new session that goes on from a moment of this one, counted from 0. */
  | {
    type: "course-fork";
    moment: number;
    seq: number;
    session_id: string;
  }
  /** Reply `course-rehearsal`: recording ends, and what was done since it began is written. */
  | {
    type: "course-recorded";
    seq: number;
    session_id: string;
  }
  /** Reply `course-lms-record`: what the LMS has stored that the course plays in. */
  | {
    type: "course-lms-record";
    seq: number;
    session_id: string;
  }
  /** Reply `done`. Follows the files of the course; without `on_save`, no longer. */
  | {
    type: "course-develop";
    on_save?: OnSave;
    seq: number;
    session_id: string;
  }
  /** Reply `done`. Ends the session. */
  | {
    type: "course-close";
    seq: number;
    session_id: string;
  };

/** A course that was opened before. */
export type RecentCourse = {
  findings: CourseFindings;
  /** Nothing is at that path any more. */
  is_gone: boolean;
  opened_at: number;
  path: string;
  title: string;
};

/** A standing answer as people see it. */
export type Remembered = {
  /** The answer in one line. */
  answer: string;
  at: number;
  id: string;
  project: string | null;
  /** The question in one line. */
  question: string;
  tool: string;
};

/** What became of a `dialog-response`. */
export type ResponseResult = {
  /** Why it was refused. */
  error?: string;
  requestId: string;
  success: boolean;
  /** The act counts only after this time. */
  undo_ms?: number;
};

/** Whether an attempt goes on. */
export type ResumeFacts = {
  /** A word of the resume rules, like `no_saved_data`. */
  reason: string;
  resumed: boolean;
  saved_at: number | null;
};

/** Who is at a session, and who drives. */
export type Seat = {
  /** The tool that acts now. */
  acting: string | null;
  /** The program that calls tools on it; absent before the first call. */
  agent: string | null;
  /** How the last hold of a person ended. */
  ended: Ended | null;
  /** The pages that look on. */
  here: Visitor[];
  /** The person who drives or has paused the agent; without one the agent drives. */
  holder: Holder | null;
  /** Tools that wait for a person to give back, in their order. */
  waiting: WaitingTool[];
};

/** One session, as Home shows it. */
export type SessionCard = {
  /** The activity that plays. */
  activity: string | null;
  /** The program that drives it, if an agent does; absent before its first call. */
  agent: string | null;
  driver: Driver;
  findings: CourseFindings;
  /** The person who has taken it from the agent's hands, or paused the agent. */
  holder: Holder | null;
  /** Another process plays it. */
  is_elsewhere: boolean;
  /** Why what another process plays can be looked at, and nothing else. */
  out_of_reach: OutOfReach | null;
  /** The package that was opened. */
  path: string;
  /** The name of the newest picture that was taken. */
  picture: string | null;
  /** Like `2004_4th`; absent where the manifest does not say. */
  scorm_version: string | null;
  session_id: string;
  started_at: number;
  /** Of the whole course. */
  status: ActivityStatus;
  title: string;
};

/** Where an answer came from. */
export type Source = "human" | "remembered" | "auto_submit" | "elicitation" | "parent_app";

/** How the desk stands. */
export type Status = {
  activeDialogs: number;
  connected: boolean;
  /** `host` or `guest`. */
  host_or_guest: string;
  pages: number;
  port: number;
  queue: number;
  /** Seconds since the server started. */
  uptime: number;
};

/** How a dialog of the history ended, as in tool results. */
export type SummaryStatus = "answered" | "cancelled" | "declined" | "no_response" | "error" | "pending";

/** Figures of one tool. */
export type ToolReport = {
  averageLatency: number | null;
  cancelled: number;
  errors: number;
  expired: number;
  requests: number;
  responses: number;
  successRate: number | null;
  tool: string;
};

/** A page that looks at a session. */
export type Visitor = {
  name: string;
  /** Its connection. */
  page: string;
};

/** A tool that waits. */
export type WaitingTool = {
  tool: string;
  /** Then it answers that the session is busy. */
  until: number;
};

/** What a page knows to begin with. */
export type Welcome = {
  /** The page's id; also in `answered_by`. */
  connection: string;
  /** The inspector records. */
  inspecting: boolean;
  learned: Learned[];
  notes: Note[];
  /** All open dialogs. A card whose id is not here was closed while the page was away. */
  open: string[];
  pairing: PairingRequest | null;
  remembered: Remembered[];
  settings: JsonObject;
  status: Status;
  version: string;
};
