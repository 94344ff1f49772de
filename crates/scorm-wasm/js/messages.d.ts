// The JSON forms of the engine, made from crates/scorm-session.
// The test crates/scorm-wasm/tests/messages.rs compares them, and writes them with GREENROOM_UPDATE_SCRIPTS=1.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** The answer to an API call. */
export type Answer = {
  /** What `GetLastError` says after it. */
  error: number;
  /** What the function returns. */
  value: string;
};

/** A function of the API, by its name in SCORM 2004. */
export type ApiFunction = "Initialize" | "Terminate" | "GetValue" | "SetValue" | "Commit" | "GetLastError" | "GetErrorString" | "GetDiagnostic";

/** One change of one element. */
export type Change = {
  /** Value after, if there is one. */
  after: string | null;
  /** Value before, if there was one. */
  before: string | null;
  /** Full name of the element. */
  element: string;
};

/** An activity to be shown to the learner. */
export type Delivery = {
  /** Identifier of the item. */
  activity: string;
  /** Deliveries of this session so far, this one included. */
  number: number;
  /** Identifier of the resource. */
  resource: string;
  /** The attempt on the activity goes on with its data. */
  resumed: boolean;
  /** Whether it may use the API. */
  scorm_type: ScormType;
  /** Title of the item. */
  title: string;
  /** Launch address relative to the package root: base, href and parameters joined. */
  url: string;
};

/** One consequence of an event, in the order in which it came about. */
export type Effect =
  /** The answer to an API call. */
  | {
    effect: "answered";
  } & Answer
  /** Take the content out of its frame, then report `ContentUnloaded`.  Calls that its unload handlers make still reach this activity's API instance. */
  | {
    effect: "unload_content";
    /** The activity whose content goes. */
    activity: string;
  }
  /** Put this content into the frame, then report `ContentLoaded`. */
  | {
    effect: "deliver";
  } & Delivery
  /** The sequencing session is over. */
  | {
    effect: "session_ended";
    /** It can be resumed. */
    suspended: boolean;
  }
  /** The saved state is to be written now. */
  | {
    effect: "save_state";
    /** What made it necessary. */
    cause: SaveCause;
  }
  /** Values of the data model changed. */
  | {
    effect: "data_changed";
    /** The activity whose run-time data they are. */
    activity: string;
    /** The changes, in order. */
    changes: Change[];
    /** Who changed them. */
    origin: Origin;
  }
  /** A navigation request was carried out. */
  | {
    effect: "navigated";
    /** Who asked. */
    by: RequestedBy;
    /** What came of it. */
    outcome: NavigationOutcome;
    /** The request as in `adl.nav.request`, e.g. `continue` or `{target=a}choice`. */
    request: string;
  }
  /** A navigation request was evaluated and refused; nothing changed. */
  | {
    effect: "navigation_refused";
    /** Who asked. */
    by: RequestedBy;
    /** Code of the sequencing exception, e.g. `NB.2.1-4`. */
    exception: string;
    /** The exception in words. */
    message: string;
    /** The request as in `adl.nav.request`. */
    request: string;
  }
  /** Something worth a report, although the call succeeded. */
  | {
    effect: "noted";
    /** The activity concerned. */
    activity: string;
    /** The data-model element concerned, if any. */
    element?: string;
    /** What was noticed. */
    message: string;
  }
  /** Steps of the sequencing processes, when tracing is on. */
  | {
    effect: "traced";
    /** The steps, in order. */
    steps: TraceStep[];
  };

/** One entry of the journal. */
export type Event = {
  /** When it happened, in milliseconds since 1970 (UTC). */
  at: number;
  /** The numbers of arguments that were too long to be kept: the rest of them is gone, and the call is answered as one with an argument beyond all sizes. */
  cut?: number[];
  /** What happened. */
  event: EventKind;
  /** What content was told by the code of an LMS. Decides nothing. */
  lms?: Told;
  /** A number drawn by the caller, from which selection and randomization [SR.1, SR.2] are derived. Below 2^53, so that it survives JavaScript. */
  random?: number;
  /** How long an API call took where it was made, in microseconds. Decides nothing. */
  took_us?: number;
  /** Version of this form. */
  v: number;
};

/** The kinds of events. */
export type EventKind =
  /** The learner opened the course. */
  | {
    kind: "launched";
  } & (
    /** Resume what was suspended, else start. */
    | {
      launch: "auto";
    }
    /** A new attempt, whatever was left suspended. */
    | {
      launch: "start";
    }
    /** Resume All. */
    | {
      launch: "resume";
      /** Give the delivered activity fresh run-time data, although the tree is resumed. */
      fresh_data?: boolean;
    }
    /** A new attempt that begins with an activity picked from the menu. */
    | {
      launch: "choice";
      /** Identifier of the item. */
      target: string;
    }
  )
  /** The page of the delivered activity is in its frame. */
  | {
    kind: "content_loaded";
  }
  /** A function of the API was called. */
  | {
    kind: "api_called";
    /** The arguments as strings; `null` for one that was missing, `undefined` or `null`. */
    args: (string | null)[];
    /** Which one. */
    function: ApiFunction;
    /** Who called. */
    origin?: Origin;
  }
  /** The learner (or a tool in the learner's place) used a control or the menu. */
  | {
    kind: "navigation_requested";
  } & (
    /** Continue. */
    | {
      request: "continue";
    }
    /** Previous. */
    | {
      request: "previous";
    }
    /** Choice of an activity. */
    | {
      request: "choice";
      /** Identifier of the item. */
      target: string;
    }
    /** Jump to an activity (4th Edition). */
    | {
      request: "jump";
      /** Identifier of the item. */
      target: string;
    }
    /** Exit the current activity. */
    | {
      request: "exit";
    }
    /** Exit the course. */
    | {
      request: "exit_all";
    }
    /** Abandon the current activity. */
    | {
      request: "abandon";
    }
    /** Abandon the course. */
    | {
      request: "abandon_all";
    }
    /** Suspend the course. */
    | {
      request: "suspend_all";
    }
  )
  /** The content has been taken out of its frame; its unload handlers have run. */
  | {
    kind: "content_unloaded";
  }
  /** The course is being closed from outside: everything is kept for a later visit. */
  | {
    kind: "close_requested";
  }
  /** All tracking is forgotten and the course starts again. */
  | {
    kind: "tracking_reset";
  };

/** A learner's record. */
export type Learner = {
  /** What each course left behind, by [`crate::Course::key`]. */
  courses?: JsonObject;
  /** Shown as `cmi.learner_id` (1.2: `cmi.core.student_id`). */
  id: string;
  /** Shown as `cmi.learner_name` (1.2: `cmi.core.student_name`), family name first. */
  name: string;
  /** Global objectives of the courses with `objectivesGlobalToSystem`. */
  objectives?: JsonObject;
  /** `adl.data` stores of the courses with `sharedDataGlobalToSystem`. */
  shared_data?: JsonObject;
};

/** How the learner takes the course. */
export type LessonMode = "normal" | "browse" | "review";

/** One activity in the menu. */
export type MenuEntry = {
  /** It is the current activity. */
  current: boolean;
  /** Steps from the root. */
  depth: number;
  /** Identifier of the item. */
  identifier: string;
  /** It can be chosen. */
  selectable: boolean;
  /** Its title. */
  title: string;
  /** It is listed. */
  visible: boolean;
  /** Why it cannot be chosen. */
  why?: string;
};

/** The learner's controls and menu. */
export type Navigation = {
  /** Controls that can be used and are not hidden, in the words of `adl.nav.request`. */
  available: string[];
  /** Identifier of the current activity. */
  current: string | null;
  /** Controls that the current activity hides. */
  hidden: string[];
  /** The menu, if one is offered. */
  menu: MenuEntry[] | null;
  /** Where the sequencing session stands. */
  session: SessionState;
};

/** What came of a navigation request. */
export type NavigationOutcome =
  /** An activity was delivered. */
  | {
    outcome: "delivered";
    /** Its identifier. */
    activity: string;
  }
  /** The session is open, but no activity was identified for delivery. */
  | {
    outcome: "no_content";
    /** Code of the sequencing exception, if one was the reason. */
    exception: string | null;
  }
  /** The sequencing session ended. */
  | {
    outcome: "ended";
  }
  /** The sequencing session ended and can be resumed. */
  | {
    outcome: "suspended";
  };

/** Everything that a session begins with. */
export type Opening = {
  /** The learner's record. */
  learner: Learner;
  /** Text of `imsmanifest.xml`. */
  manifest: string;
  /** How the session behaves. */
  options?: Options;
  /** Identifier of the organization; the default one when absent. */
  organization?: string;
};

/** How a session behaves. Part of what decides its outcome, so it belongs to its opening. */
export type Options = {
  /** The course is taken for credit; browse and review never are. */
  for_credit?: boolean;
  /** `cmi.mode`. In browse and review nothing reaches the tracking. */
  mode?: LessonMode;
  /** The LMS that is played. */
  profile?: JsonObject;
  /** Tell every change of the data model as an effect. The state does not depend on it. */
  report_changes?: boolean;
  /** Tell the steps of the sequencing processes as effects. The state does not depend on it. */
  trace?: boolean;
  /** The requests of content that are not carried out, one bit for each; see [`Options::unheard_but`]. A number, since every launch of the player loads the code that reads it. */
  unheard_requests?: number;
};

/** Who acted. */
export type Origin = "content" | "tool" | "engine";

/** Who asked for navigation. */
export type RequestedBy = "learner" | "content" | "engine";

/** Why the state is to be saved. */
export type SaveCause = "commit" | "terminate" | "close";

/** Kind of resource. */
export type ScormType = "sco" | "asset";

/** Where the sequencing session stands. */
export type SessionState = "not_started" | "active" | "ended" | "suspended";

/** What was thrown. */
export type Thrown = {
  /** What it says */
  message: string;
  /** Class of the error, or `number` */
  name: string;
};

/** What the code of an LMS answered in the engine's place. It decides nothing in the engine. */
export type Told = {
  /** What GetLastError says after it */
  error?: string;
  /** Instead of an answer */
  throws?: Thrown;
  /** `string`, `number`, `boolean`, `object`, `null`, `undefined` */
  type?: string;
  /** As text; absent for `undefined` and `null` */
  value?: string;
};

/** One step of a sequencing process. */
export type TraceStep = {
  /** Identifier of the activity looked at, if any. */
  activity: string | null;
  /** What it found. */
  outcome: string;
  /** Id of the process, e.g. `SB.2.9`. */
  process: string;
  /** The step within the process. */
  step: string;
};
