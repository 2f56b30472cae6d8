/*
 * Model of the core protocol of a shared store: acquisition counts, owners, leases, fencing, moves, expiry and the
 * deletion of queues. docs/contributing/formal-model.md maps each step and guard to the product.
 *
 * One step of the model is one committed transaction of the database, or one event in the memory of a node. Steps
 * happen in any order, and a node can act on every version of a row that it can ever have read. A batch that stores a
 * message in a queue is two steps, because a deletion of the queue can begin between its first statement and its
 * commit.
 *
 * Each guard of the product is an atom of Guard. A command "Without..." omits one of them and must find a
 * counterexample.
 */
module shared_store

open util/ordering[Count] as counts
open util/ordering[Version] as versions

/** Acquisition count of a delivery. */
sig Count {}

/**
 * Number of a version of a row. It increases when the row gets another owner, no owner, or another queue. No guard
 * reads it, so it shows whether a node acts on the current version.
 */
sig Version {}

/** Run of a node. A node that was declared dead continues as another incarnation. */
sig Incarnation {
  /** Acquired deliveries that no consumer of the incarnation has received yet. */
  var buffer: Message -> Version,
  /** Queues whose presence rows the commit pipeline has seen. */
  var seen: set Queue,
  /** Open batch that stores a message in a queue. It holds the row lock of the pipeline. */
  var batchMessage: lone Message,
  var batchTarget: lone Queue,
  /** Version that an open move names; none in a send. */
  var batchVersion: lone Version
}

/** Incarnations that have begun. */
var sig Joined in Incarnation {}
/** Incarnations with a row in the table of nodes. */
var sig Known in Incarnation {}
/** Incarnations that were not declared dead. */
var sig Alive in Incarnation {}
/** Incarnations whose own clock shows a valid lease. */
var sig Leased in Incarnation {}
/** Incarnations whose pipeline row has an announcement of a deletion that their memory lacks. */
var sig Outdated in Incarnation {}
/** Incarnations whose open batch holds the lock of the presence row of its target. */
var sig Locking in Incarnation {}

/** Message with one delivery. Its row exists while the message has a queue. */
sig Message {
  var queue: lone Queue,
  var owner: lone Incarnation,
  var count: lone Count,
  var version: lone Version,
  /** All versions of the row so far. A change names one of them. */
  var queueAt: Version -> lone Queue,
  var ownerAt: Version -> lone Incarnation,
  var countAt: Version -> lone Count,
  /** Versions that applied moves have named. */
  var moved: set Version
}

/** Messages for which a send has begun; ids are not used twice. */
var sig Sent in Message {}
/** Messages whose send was acknowledged. */
var sig Acknowledged in Message {}
/** Messages whose time to live is over. */
var sig Due in Message {}

sig Queue {
  /** Pipelines to which the running deletion has not announced itself yet. */
  var toInform: set Incarnation
}
/** Queues whose deletion is announced. Temporary queues and dead-letter queues are not among them. */
sig Announced in Queue {}
/** Queues with a presence row. */
var sig Present in Queue {}
/** Queues whose presence row a running deletion has locked. */
var sig Locked in Queue {}
/** Queues whose deletion also deletes messages. */
var sig Forced in Queue {}
/** Queues whose rows a deletion has removed completely. */
var sig Gone in Queue {}

abstract sig Guard {}
one sig
  /** A change of a delivery names the acquisition count that its author has read. */
  CountInChange,
  /** A change of a delivery names the owner that its author has read. */
  OwnerInChange,
  /** An acquisition increases the acquisition count. */
  CountOfAcquisition,
  /** A move increases the acquisition count. */
  CountOfMove,
  /** A late completion compares the acquisition count. */
  CountOfLateCompletion,
  /** A batch requires that its pipeline row is alive. */
  Fence,
  /** The fence is an update, so that declaring a node dead waits for the open batch. */
  FenceLock,
  /** A node removes the row of a dead incarnation only if that incarnation owns nothing. */
  ForgetLast,
  /** A consumer gets a message only while the own clock shows a valid lease. */
  LeaseInMemory,
  /** A batch requires that the queue exists. */
  Presence,
  /** A batch locks the presence row, and skips a locked one. */
  PresenceLock,
  /** A batch that relies on its memory requires that no deletion was announced since. */
  Announcement,
  /** A deletion checks whether the queue is empty after its announcements. */
  CheckLast,
  /** The expiry sweep reads only deliveries without an owner. */
  SweepOwnerless,
  /** The expiry sweep names the owner and the acquisition count that it has read. */
  SweepToken
extends Guard {}

/** Guards that a twin of the product lacks. */
sig Off in Guard {}

pred on[g: Guard] { g not in Off }

abstract sig Step {}
one sig BeginSend, BeginMove, Commit, RollBack, Acquire, AcquireLate, Deliver, Complete, Miss, Release, Expire, Purge,
  FallDue, LoseLease, Renew, DeclareDead, ReleaseDead, Forget, Join, LockQueue, Announce, Notice, Detach, GiveUp,
  PurgeQueue, Idle extends Step {}

/** Step that leads from this state to the next one, with its parameters. */
one sig Now {
  var step: one Step,
  var who: lone Incarnation,
  var msg: lone Message,
  var ref: lone Version,
  var at: lone Queue
}

fun stored: set Message { queue.Queue }
fun ownerless: set Message { stored - owner.Incarnation }
fun busy: set Incarnation { batchMessage.Message }
fun dead: set Incarnation { Known - Alive }
fun emptyQueues: set Queue { Queue - Message.queue }

// The beginning: nodes have joined, and the store has messages in queues. Each node may have sent to any queue before.

pred beginning {
  Known = Joined and Alive = Joined and Leased in Alive
  no buffer and no batchMessage and no batchTarget and no batchVersion
  no Outdated and no Locking and no owner and no moved and no Due and no toInform
  no Locked and no Forced and no Gone and Present = Queue
  seen in Joined -> Announced
  Sent = stored and Acknowledged = stored
  count = stored -> counts/first
  version = stored -> versions/first
  queueAt = versionQueues and ownerAt = versionOwners and countAt = versionCounts
}

fun versionQueues: Message -> Version -> Queue { { m: stored, v: m.version, q: m.queue } }
fun versionOwners: Message -> Version -> Incarnation { { m: stored, v: m.version, i: m.owner } }
fun versionCounts: Message -> Version -> Count { { m: stored, v: m.version, c: m.count } }

// Steps of batches that store a message in a queue.

/** Fence of a batch: the first statement, which locks the pipeline row. */
pred fenced[i: Incarnation] {
  i in Joined
  on[Fence] implies i in Alive
}

/** Begins a batch with the target of the step: the fence, and the check of the target. */
pred beginBatch {
  let i = Now.who, q = Now.at {
    one i and one Now.msg and one q and i not in busy
    fenced[i]
    on[Announcement] implies i not in Outdated
    batchMessage' = batchMessage + i->Now.msg
    batchTarget' = batchTarget + i->q
    batchVersion' = batchVersion + i->Now.ref
    (on[Presence] and q not in i.seen) implies {
      q in Present
      on[PresenceLock] implies (q not in Locked and Locking' = Locking + i) else Locking' = Locking
      seen' = seen + i->(q & Announced)
    } else (Locking' = Locking and seen' = seen)
  }
}

pred beginSend {
  beginBatch
  no Now.ref
  Now.msg not in Sent
  Sent' = Sent + Now.msg
  buffer' = buffer
}

/** Begins a move of an owned delivery, or of an ownerless one. */
pred beginMove {
  beginBatch
  Sent' = Sent
  one Now.ref
  some Now.msg.queueAt[Now.ref]
  Now.msg.queueAt[Now.ref] != Now.at
  Now.msg.ownerAt[Now.ref] in Now.who
  buffer' = buffer - Now.who->Now.msg->Now.ref
}

pred endBatch[i: Incarnation] {
  batchMessage' = batchMessage - i->Message
  batchTarget' = batchTarget - i->Queue
  batchVersion' = batchVersion - i->Version
  Locking' = Locking - i
}

/** Condition of a change of a delivery: the row has the owner and the acquisition count of a version. */
pred matches[m: Message, v: Version] {
  m in stored
  on[OwnerInChange] implies m.owner = m.ownerAt[v]
  on[CountInChange] implies m.count = m.countAt[v]
}

/** Commits a send, which may be a direct delivery, or a move. */
pred commit {
  let i = Now.who, m = Now.msg {
    one i and i in busy
    m = i.batchMessage and Now.ref = i.batchVersion and Now.at = i.batchTarget
    endBatch[i]
    queue' = queue ++ m->Now.at
    no Now.ref implies {
      version' = version + m->versions/first
      Acknowledged' = Acknowledged + m
      moved' = moved
      (owner' = owner and count' = count + m->counts/first and buffer' = buffer)
      or (owner' = owner + m->i and count' = count + m->counts/next[counts/first]
        and buffer' = buffer + i->m->versions/first)
    } else {
      matches[m, Now.ref]
      owner' = owner - m->Incarnation
      on[CountOfMove] implies increment[m] else count' = count
      nextVersion[m]
      moved' = moved + m->Now.ref
      Acknowledged' = Acknowledged
      buffer' = buffer
    }
  }
}

pred increment[m: Message] {
  some counts/next[m.count]
  count' = count ++ m->counts/next[m.count]
}

pred nextVersion[m: Message] {
  some versions/next[m.version]
  version' = version ++ m->versions/next[m.version]
}

pred rollBack {
  one Now.who and no Now.msg and no Now.ref and no Now.at
  Now.who in busy
  endBatch[Now.who]
}

// Steps that acquire and settle deliveries. Each is a batch of its own.

/** Makes an incarnation the owner of an available delivery. */
pred takeOwnership {
  let i = Now.who, m = Now.msg {
    fenced[i]
    m in ownerless
    queue' = queue
    owner' = owner + m->i
    on[CountOfAcquisition] implies increment[m] else count' = count
    nextVersion[m]
    buffer' = buffer + i->m->m.version'
  }
}

pred acquire {
  one Now.who and one Now.msg and no Now.ref and no Now.at
  takeOwnership
}

/** Names a version of a delivery that the incarnation has owned, at any time. */
pred settlement {
  one Now.who and one Now.msg and one Now.ref and no Now.at
  Now.msg.ownerAt[Now.ref] = Now.who
}

/** First half of a late completion: acquires a released delivery again. */
pred acquireLate {
  settlement
  on[CountOfLateCompletion] implies Now.msg.count = Now.msg.countAt[Now.ref]
  takeOwnership
}

/** Hands a message over to a consumer. */
pred deliver {
  settlement
  Now.who->Now.msg->Now.ref in buffer
  on[LeaseInMemory] implies Now.who in Leased
  buffer' = buffer - Now.who->Now.msg->Now.ref
}

pred removeRow[m: set Message] {
  queue' = queue - m->Queue
  owner' = owner - m->Incarnation
  count' = count - m->Count
}

pred complete {
  settlement
  fenced[Now.who]
  matches[Now.msg, Now.ref]
  removeRow[Now.msg]
  buffer' = buffer - Now.who->Now.msg->Now.ref
}

/** A completion that misses the fence of its batch or the row of its delivery. */
pred miss {
  settlement
  not (fenced[Now.who] and matches[Now.msg, Now.ref])
}

/** Makes a delivery available again after the end of its lock, or returns it from the buffer. */
pred release {
  settlement
  fenced[Now.who]
  matches[Now.msg, Now.ref]
  loseOwner[Now.msg]
  buffer' = buffer - Now.who->Now.msg->Now.ref
}

pred loseOwner[m: Message] {
  queue' = queue
  owner' = owner - m->Incarnation
  count' = count
  nextVersion[m]
}

/** Removes an expired delivery. */
pred expire {
  one Now.who and one Now.msg and one Now.ref and no Now.at
  fenced[Now.who]
  Now.msg in Due & stored
  some Now.msg.queueAt[Now.ref]
  on[SweepOwnerless] implies no Now.msg.ownerAt[Now.ref]
  on[SweepToken] implies matches[Now.msg, Now.ref]
  removeRow[Now.msg]
}

/** Removes an ownerless message for an administrator. */
pred purge {
  one Now.who and one Now.msg and one Now.ref and no Now.at
  fenced[Now.who]
  some Now.msg.queueAt[Now.ref]
  no Now.msg.ownerAt[Now.ref]
  matches[Now.msg, Now.ref]
  removeRow[Now.msg]
}

pred fallDue {
  no Now.who and one Now.msg and no Now.ref and no Now.at
  Now.msg in Sent - Due
  Due' = Due + Now.msg
}

// Steps of leases and dead nodes.

pred aboutIncarnation { one Now.who and no Now.msg and no Now.ref and no Now.at }

pred loseLease {
  aboutIncarnation
  Now.who in Leased
  Leased' = Leased - Now.who
}

pred renew {
  aboutIncarnation
  Now.who in Alive - Leased
  Leased' = Leased + Now.who
}

/** Declares an incarnation dead. The lease in its memory ends before the lease in the database. */
pred declareDead {
  aboutIncarnation
  Now.who in Alive - Leased
  on[FenceLock] implies Now.who not in busy
  Alive' = Alive - Now.who
}

/** Releases a delivery of a dead incarnation. */
pred releaseDead {
  one Now.who and one Now.msg and no Now.ref and no Now.at
  Now.who in dead
  Now.msg.owner = Now.who
  loseOwner[Now.msg]
}

pred forget {
  aboutIncarnation
  Now.who in dead
  on[ForgetLast] implies no owner.(Now.who)
  Known' = Known - Now.who
}

pred join {
  aboutIncarnation
  Now.who not in Joined
  Joined' = Joined + Now.who
  Known' = Known + Now.who
  Alive' = Alive + Now.who
  Leased' = Leased + Now.who
}

// Steps of the deletion of a queue.

pred aboutQueue { no Now.who and no Now.msg and no Now.ref and one Now.at }

/** Locks the presence row, which waits for batches that have locked it, and lists the live pipelines. */
pred lockQueue {
  aboutQueue
  Now.at in Present - Locked
  no Locking & batchTarget.(Now.at)
  Locked' = Locked + Now.at
  Forced' = Forced or Forced' = Forced + Now.at
  not on[CheckLast] implies Now.at in Forced' + emptyQueues
  toInform' = toInform + (Now.at & Announced)->Alive
}

/** Announces the deletion to one pipeline, and waits for its open batch. */
pred announce {
  one Now.who and no Now.msg and no Now.ref and one Now.at
  Now.at in Locked
  Now.who in Now.at.toInform - busy
  toInform' = toInform - Now.at->Now.who
  Outdated' = Outdated + Now.who
}

/** A batch misses its fence because of an announcement, and its pipeline forgets which queues it has seen. */
pred notice {
  aboutIncarnation
  Now.who in Outdated & Alive - busy
  Outdated' = Outdated - Now.who
  seen' = seen - Now.who->Queue
}

/** Removes the presence row; an unforced deletion requires that the queue is empty. */
pred detach {
  aboutQueue
  Now.at in Locked and no Now.at.toInform
  on[CheckLast] implies Now.at in Forced + emptyQueues
  Present' = Present - Now.at
  Locked' = Locked - Now.at
}

/** Rolls back a deletion. Its announcements stay. */
pred giveUp {
  aboutQueue
  Now.at in Locked
  Locked' = Locked - Now.at
  Forced' = Forced - Now.at
  toInform' = toInform - Now.at->Incarnation
}

/** Deletes the messages and the other rows of a detached queue. */
pred purgeQueue {
  aboutQueue
  Now.at not in Present + Gone
  Gone' = Gone + Now.at
  removeRow[queue.(Now.at)]
}

pred idle { no Now.who and no Now.msg and no Now.ref and no Now.at }

// The transitions: the effect of each step, and the steps that can change each variable.

fact transitions {
  always {
    Now.step = BeginSend implies beginSend
    Now.step = BeginMove implies beginMove
    Now.step = Commit implies commit
    Now.step = RollBack implies rollBack
    Now.step = Acquire implies acquire
    Now.step = AcquireLate implies acquireLate
    Now.step = Deliver implies deliver
    Now.step = Complete implies complete
    Now.step = Miss implies miss
    Now.step = Release implies release
    Now.step = Expire implies expire
    Now.step = Purge implies purge
    Now.step = FallDue implies fallDue
    Now.step = LoseLease implies loseLease
    Now.step = Renew implies renew
    Now.step = DeclareDead implies declareDead
    Now.step = ReleaseDead implies releaseDead
    Now.step = Forget implies forget
    Now.step = Join implies join
    Now.step = LockQueue implies lockQueue
    Now.step = Announce implies announce
    Now.step = Notice implies notice
    Now.step = Detach implies detach
    Now.step = GiveUp implies giveUp
    Now.step = PurgeQueue implies purgeQueue
    Now.step = Idle implies idle

    queueAt' = queueAt + versionQueues'
    ownerAt' = ownerAt + versionOwners'
    countAt' = countAt + versionCounts'
    Now.step not in BeginSend + BeginMove + Commit + RollBack implies {
      batchMessage' = batchMessage and batchTarget' = batchTarget and batchVersion' = batchVersion
      Locking' = Locking
    }
    Now.step not in BeginSend + BeginMove + Notice implies seen' = seen
    Now.step not in BeginSend + BeginMove implies Sent' = Sent
    Now.step != Commit implies (Acknowledged' = Acknowledged and moved' = moved)
    Now.step not in BeginSend + BeginMove + Commit + Acquire + AcquireLate + Deliver + Complete + Release
      implies buffer' = buffer
    Now.step not in Commit + Acquire + AcquireLate + Complete + Release + Expire + Purge + ReleaseDead + PurgeQueue
      implies (queue' = queue and owner' = owner and count' = count)
    Now.step not in Commit + Acquire + AcquireLate + Release + ReleaseDead implies version' = version
    Now.step != FallDue implies Due' = Due
    Now.step not in LoseLease + Renew + Join implies Leased' = Leased
    Now.step not in DeclareDead + Join implies Alive' = Alive
    Now.step not in Forget + Join implies Known' = Known
    Now.step != Join implies Joined' = Joined
    Now.step not in Announce + Notice implies Outdated' = Outdated
    Now.step not in LockQueue + Detach + GiveUp implies Locked' = Locked
    Now.step not in LockQueue + GiveUp implies Forced' = Forced
    Now.step not in LockQueue + Announce + GiveUp implies toInform' = toInform
    Now.step != Detach implies Present' = Present
    Now.step != PurgeQueue implies Gone' = Gone
  }
}

// Properties of a state or a step.

/** Each acquisition count of a message is given to one owner once. */
pred countGivenOnce {
  all m: Message, c: Count | lone v: Version | some m.ownerAt[v] and m.countAt[v] = c
}

/** Each applied settlement names the current version: the incarnation has owned the delivery all the time. */
pred settledByHolder {
  Now.step in Complete + Release implies Now.ref = Now.msg.version
}

/** A late completion finds the message as its holder left it: nobody has acquired or moved it since. */
pred lateCompletionIsFirst {
  Now.step = AcquireLate implies all v: versions/nexts[Now.ref] |
    no Now.msg.ownerAt[v] and Now.msg.queueAt[v] in Now.msg.queueAt[Now.ref]
}

/** An incarnation that was declared dead changes nothing. */
pred fencedChangesNothing {
  Now.step in Commit + Acquire + AcquireLate + Complete + Release + Expire + Purge implies Now.who in Alive
}

/**
 * An acknowledged message is stored. It is removed only by its holder, by the expiry of an ownerless message, by an
 * administrator from the queue in which the administrator saw it, or by a forced deletion of its queue.
 */
pred noMessageLost {
  Acknowledged' - Acknowledged in stored'
  all m: Acknowledged & stored | m not in stored' implies {
    Now.step in Complete + Expire + Purge + PurgeQueue
    Now.step = Complete implies Now.ref = m.version
    Now.step = Expire implies (m in Due and no m.owner)
    Now.step = Purge implies (no m.owner and m.queue = m.queueAt[Now.ref])
    Now.step = PurgeQueue implies (m.queue = Now.at and Now.at in Forced)
  }
}

/** A deleted queue has no message, and a queue without a presence row gets none. */
pred noOrphan {
  no queue.Gone
  all m: Message | m.queue' in m.queue + Present'
}

/** A move applies to a message in the queue in which its author read it, and each version is moved once. */
pred movedOnce {
  (Now.step = Commit and some Now.ref) implies
    (Now.ref not in Now.msg.moved and Now.msg.queue = Now.msg.queueAt[Now.ref])
}

/** No consumer gets a message from the buffer of an incarnation after another incarnation has acquired it. */
pred deliveredByHolder {
  Now.step = Deliver implies no Now.msg.ownerAt[versions/nexts[Now.ref]] - Now.who
}

/** Each owner has a row in the table of nodes, so that its messages are released when it dies. */
pred ownersKnown {
  Message.owner in Known
}

/** Each message of a dead owner becomes available or is deleted, if live nodes go on to release messages. */
pred releasedAfterDeath {
  (all m: Message, i: Incarnation |
    (eventually always (m.owner = i and i in dead))
      implies always eventually (Now.step = ReleaseDead and Now.msg = m))
  implies
    always all m: Message | (some m.owner and m.owner not in Alive) implies eventually no m.owner
}

// The invariant. It holds in the beginning, and each step keeps it. So it holds after any number of steps.

pred nodesInvariant {
  Alive in Known and Known in Joined
  Leased in Alive
  busy in Alive
  Message.owner in Known
  ownerAt[Message].Incarnation in Version and Message.ownerAt[Version] in Joined
  (Outdated + seen.Queue) in Joined
}

pred rowsInvariant {
  count.Count = stored and owner.Incarnation in stored and stored in version.Version
  stored in Sent and version.Version in Sent
  all m: Message {
    m in stored implies {
      m.queueAt[m.version] = m.queue and m.ownerAt[m.version] = m.owner and m.countAt[m.version] = m.count
    }
    m.queueAt.Queue = m.countAt.Count and m.ownerAt.Incarnation in m.countAt.Count
    m.countAt.Count in m.version + versions/prevs[m.version]
    // Two versions have one acquisition count only if the later one is a release of the earlier one.
    all v: m.countAt.Count, w: m.countAt.Count & versions/nexts[v] {
      m.countAt[v] in counts/prevs[m.countAt[w]] or
        (m.countAt[v] = m.countAt[w] and m.queueAt[v] = m.queueAt[w] and some m.ownerAt[v] and no m.ownerAt[w])
    }
    m in stored implies m.countAt[m.moved] in counts/prevs[m.count]
    m.moved in m.countAt.Count
  }
}

pred batchesInvariant {
  batchTarget.Queue = busy and batchVersion.Version in busy and Locking in busy
  all i: busy {
    let m = i.batchMessage, v = i.batchVersion {
      m in Sent
      no v implies (m not in version.Version and no m.countAt and no (busy - i) & batchMessage.m)
      some v implies (v in m.countAt.Count and m.ownerAt[v] in i and m.queueAt[v] != i.batchTarget)
      no v & i.buffer[m]
    }
    i in Locking or i.batchTarget in i.seen
  }
}

/** A live incarnation still owns what is in its buffer, unless the message was deleted. */
pred buffersInvariant {
  all i: Incarnation, m: Message {
    i.buffer[m] in m.ownerAt.i
    i in Alive implies i.buffer[m] in m.version
  }
}

pred deletionsInvariant {
  Locked in Present and no Gone & Present
  toInform in (Locked & Announced) -> Joined
  no Forced & (Present - Locked)
  Incarnation.seen in Announced
  no queue.Gone
  stored.queue in Present + Forced
  all i: busy, q: i.batchTarget {
    q in Present
    q in Locked implies (i in q.toInform and i not in Locking)
    i not in Outdated or i in q.toInform or i in Locking or q not in Locked
  }
  all i: Alive, q: i.seen - (Present - Locked) | i in Outdated + q.toInform
}

pred invariant {
  nodesInvariant and rowsInvariant and batchesInvariant and buffersInvariant and deletionsInvariant
}

// The product has all guards. From any state of the invariant, each step keeps the invariant and has the properties.

pred anyState { invariant and no Off }
pred start { beginning and no Off }

check InvariantInTheBeginning { start implies invariant } for 3 but 6 Version, exactly 1 steps expect 0
check NodesInvariantKept { anyState implies after nodesInvariant }
  for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check RowsInvariantKept { anyState implies after rowsInvariant }
  for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check BatchesInvariantKept { anyState implies after batchesInvariant }
  for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check BuffersInvariantKept { anyState implies after buffersInvariant }
  for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check DeletionsInvariantKept { anyState implies after deletionsInvariant }
  for 3 but 5 Count, 6 Version, exactly 2 steps expect 0

check CountGivenOnce { anyState implies countGivenOnce } for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check SettledByHolder { anyState implies settledByHolder } for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check LateCompletionIsFirst { anyState implies lateCompletionIsFirst }
  for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check FencedChangesNothing { anyState implies fencedChangesNothing }
  for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check NoMessageLost { anyState implies noMessageLost } for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check NoOrphan { anyState implies noOrphan } for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check MovedOnce { anyState implies movedOnce } for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check DeliveredByHolder { anyState implies deliveredByHolder } for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check OwnersKnown { anyState implies ownersKnown } for 3 but 5 Count, 6 Version, exactly 2 steps expect 0
check ReleasedAfterDeath { anyState implies releasedAfterDeath }
  for 2 but 3 Incarnation, 4 Count, 5 Version, 1..5 steps expect 0

// The model is not vacuous: these histories exist. Together they contain each kind of step.

/** The step, its actor and its message. */
pred does[s: Step, i: Incarnation, m: Message] { Now.step = s and Now.who = i and Now.msg = m }

/** A node dies with a message, and continues as another incarnation. Its late completion misses. */
run DeadOwner {
  start and some disj i, j, k: Incarnation, m: Message | {
    does[Acquire, i, m] ; does[Deliver, i, m] ; does[LoseLease, i, none] ; does[DeclareDead, i, none] ;
    does[Join, k, none] ; does[ReleaseDead, i, m] ; does[Forget, i, none] ; does[Acquire, j, m] ;
    does[Miss, i, m] ; does[Complete, j, m] ; always Now.step = Idle
  }
} for 1 but 3 Incarnation, 3 Count, 4 Version, exactly 11 steps expect 1

/** The lock ends, and the holder completes the message before another consumer gets it. */
run LateCompletion {
  start and some i: Incarnation, m: Message | {
    does[Acquire, i, m] ; does[Deliver, i, m] ; does[Release, i, m] ; does[AcquireLate, i, m] ; does[Complete, i, m]
  }
} for 1 but 3 Count, 4 Version, exactly 7 steps expect 1

/** A message goes to a waiting consumer without an acquisition. The node loses its lease, and renews it in time. */
run DirectDelivery {
  start and some i: Incarnation, m: Message | {
    does[BeginSend, i, m] ; does[Commit, i, m] ; does[LoseLease, i, none] ; does[Renew, i, none] ;
    does[Deliver, i, m] ; does[Complete, i, m]
  }
} for 1 but 3 Count, 3 Version, exactly 8 steps expect 1

/** Two nodes move one dead letter, and one of them misses it. Then the message expires. */
run TwoRedrives {
  start and some disj i, j: Incarnation, m: Message | {
    does[BeginMove, i, m] ; does[BeginMove, j, m] ; does[Commit, i, m] ;
    (does[RollBack, j, none] and not matches[m, j.batchVersion]) ; does[FallDue, none, m] ; does[Expire, j, m]
  }
} for 2 but 1 Message, 3 Count, 3 Version, exactly 8 steps expect 1

/** A queue gets a message during its deletion, which therefore gives up. An administrator purges the message. */
run SendDuringDeletion {
  start and some i: Incarnation, m: Message, q: Queue | {
    does[BeginSend, i, m] ; (Now.step = LockQueue and Now.at = q and Forced' = Forced) ;
    (does[Commit, i, m] and m.queue' = q and i not in Locking) ; does[Announce, i, none] ; does[Notice, i, none] ;
    (Now.step = GiveUp and q not in emptyQueues) ; does[Purge, i, m]
  }
} for 1 but 3 Count, 3 Version, exactly 9 steps expect 1

/** A forced deletion deletes a message. A batch that has seen the queue notices the deletion. */
run ForcedDeletion {
  start and some i: Incarnation, m: Message, q: Queue | {
    (Now.step = LockQueue and q in i.seen and m.queue = q) ; does[Announce, i, none] ; Now.step = Detach ;
    (Now.step = PurgeQueue and m not in stored') ; does[Notice, i, none] ; always Now.step = Idle
  }
} for 1 but 3 Count, 3 Version, exactly 7 steps expect 1

// Each twin lacks one guard. The counterexample is a history from the beginning.

pred without[g: Guard] { beginning and Off = g }

/** Completes a message that the incarnation has released and acquired again for another consumer. */
check WithoutCountInChange { without[CountInChange] implies always settledByHolder }
  for 1 but 3 Count, 4 Version, 1..6 steps expect 1
/** Completes a message whose lock has ended. */
check WithoutOwnerInChange { without[OwnerInChange] implies always settledByHolder }
  for 1 but 3 Count, 4 Version, 1..6 steps expect 1
/** Gives one acquisition count to two consumers. */
check WithoutCountOfAcquisition { without[CountOfAcquisition] implies always countGivenOnce }
  for 1 but 2 Incarnation, 3 Count, 4 Version, 1..6 steps expect 1
/** The former consumer then completes the message of the next one. */
check WithoutCountOfAcquisitionAtSettlement { without[CountOfAcquisition] implies always settledByHolder }
  for 1 but 3 Count, 4 Version, 1..6 steps expect 1
/** Two nodes move one message, and both count it. */
check WithoutCountOfMove { without[CountOfMove] implies always movedOnce }
  for 2 but 1 Message, 3 Count, 4 Version, 1..6 steps expect 1
/** A purge of the dead-letter queue removes a message that a redrive has moved. */
check WithoutCountOfMoveAtPurge { without[CountOfMove] implies always noMessageLost }
  for 2 but 1 Message, 3 Count, 4 Version, 1..6 steps expect 1
/** Completes a message late that another consumer has received and released. */
check WithoutCountOfLateCompletion { without[CountOfLateCompletion] implies always lateCompletionIsFirst }
  for 1 but 2 Incarnation, 4 Count, 5 Version, 1..7 steps expect 1
/** A dead incarnation writes. */
check WithoutFence { without[Fence] implies always fencedChangesNothing }
  for 1 but 3 Count, 4 Version, 1..6 steps expect 1
/** A forgotten incarnation acquires a message, which then belongs to nobody whom a node releases. */
check WithoutFenceForOwners { without[Fence] implies always ownersKnown }
  for 1 but 3 Count, 4 Version, 1..6 steps expect 1
check WithoutFenceForRelease { without[Fence] implies releasedAfterDeath }
  for 1 but 3 Count, 4 Version, 1..6 steps expect 1
/** A node is declared dead during its batch, which commits afterwards. */
check WithoutFenceLock { without[FenceLock] implies always fencedChangesNothing }
  for 1 but 3 Count, 4 Version, 1..6 steps expect 1
/** A dead incarnation is forgotten before its last message is released, so that nobody releases this message. */
check WithoutForgetLast { without[ForgetLast] implies releasedAfterDeath }
  for 1 but 3 Count, 4 Version, 1..6 steps expect 1
/** A dead node hands over a message from its buffer that another node has acquired. */
check WithoutLeaseInMemory { without[LeaseInMemory] implies always deliveredByHolder }
  for 1 but 2 Incarnation, 4 Count, 4 Version, 1..7 steps expect 1
/** A message is stored in a deleted queue. */
check WithoutPresence { without[Presence] implies always noOrphan }
  for 1 but 3 Count, 4 Version, 1..6 steps expect 1
/** A batch checks that the queue exists, and commits after the deletion. */
check WithoutPresenceLock { without[PresenceLock] implies always noOrphan }
  for 1 but 3 Count, 4 Version, 1..6 steps expect 1
/** A batch relies on its memory of a queue that was deleted since. */
check WithoutAnnouncement { without[Announcement] implies always noOrphan }
  for 1 but 3 Count, 4 Version, 1..7 steps expect 1
/** A deletion finds the queue empty, and then waits for a batch that stores a message there. */
check WithoutCheckLast { without[CheckLast] implies always noMessageLost }
  for 1 but 3 Count, 4 Version, 1..8 steps expect 1
/** The sweep removes a message that a consumer holds. */
check WithoutSweepOwnerless { without[SweepOwnerless] implies always noMessageLost }
  for 1 but 3 Count, 4 Version, 1..6 steps expect 1
/** The sweep removes a message that a consumer has acquired since the sweep read it. */
check WithoutSweepToken { without[SweepToken] implies always noMessageLost }
  for 1 but 3 Count, 4 Version, 1..6 steps expect 1
