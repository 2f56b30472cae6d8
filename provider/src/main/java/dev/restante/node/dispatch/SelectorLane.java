package dev.restante.node.dispatch;

import dev.restante.model.Delivery;
import dev.restante.model.MessageHead;
import dev.restante.selector.SelectableHead;
import dev.restante.selector.Selector;
import dev.restante.store.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The receivers with one selector, and the messages at hand for them. Those that were acquired for them are the lane's
 * own; those that were acquired for others match as well.
 *
 * <p>Not thread-safe; the dispatcher's lock guards all but {@link #matches}.
 */
final class SelectorLane implements Seat.Company {

    private final Selector selector;
    private final DispatchBounds bounds;
    private final boolean exclusive;

    /** Of everything that is at hand here, and elsewhere. */
    private final Groups groups;

    final Seats seats = new Seats();
    final PrefetchSize prefetch;
    final StoreSearch search = new StoreSearch();

    /**
     * Acquired for this lane: nothing that matches is before it but what was acquired for another lane, or released to
     * the front.
     */
    final ReadyBuffer own;

    /**
     * Born acquired for this lane before it is known that nothing older is left; receivers with other selectors, or
     * none, may have it if they know.
     */
    private final BornBehind behind;

    /** Everything at hand that matches, for whomever it was acquired, but for what is {@link #behind}. */
    private final NavigableSet<Buffered> matching = new TreeSet<>(Buffered::inOrder);

    /** For some priorities a place behind which a search has passed over what can't be received yet. */
    private final Map<Integer, Place> passedOver = new HashMap<>();

    /** Births that were granted and are not at hand yet. */
    private int granted;

    /**
     * Counts how often what was at hand has been given up: births that were granted before go back too, or they would
     * be received before it.
     */
    private int givenUp;

    private int frontWaits;

    /**
     * Whether a search that began after somebody's question has left nothing in the store before what is at hand; until
     * the next of it is taken.
     */
    private boolean proven;

    SelectorLane(
            Selector selector,
            DispatchBounds bounds,
            boolean exclusive,
            ToLongFunction<Delivery> deadline,
            Groups groups) {
        this.groups = groups;
        this.selector = selector;
        this.bounds = bounds;
        this.exclusive = exclusive;
        this.prefetch = exclusive ? PrefetchSize.unshared(bounds.fetch()) : PrefetchSize.shared(bounds.fetch());
        this.own = new ReadyBuffer(deadline);
        this.behind = new BornBehind(deadline);
    }

    boolean has(Selector other) {
        return selector.equals(other);
    }

    boolean matches(Buffered buffered) {
        return matches(buffered.delivery(), buffered.message().head());
    }

    private boolean matches(Delivery delivery, MessageHead head) {
        return selector.matches(SelectableHead.of(delivery, head));
    }

    // ---- what is at hand ----

    /** Something is at hand for this lane; the others may take it as well. */
    void tellOthers(List<SelectorLane> all, Buffered buffered) {
        for (SelectorLane other : all) {
            if (other != this) {
                other.notice(buffered);
            }
        }
    }

    /** Something is at hand, acquired for whomever; kept in mind if it matches. */
    void notice(Buffered buffered) {
        if (matches(buffered)) {
            matching.add(buffered);
        }
    }

    /** Something is at hand no more. */
    void forget(Buffered buffered) {
        matching.remove(buffered);
    }

    /** Takes out what was acquired for this lane; false if it is not here. */
    boolean remove(Buffered buffered) {
        return own.remove(buffered) || behind.remove(buffered);
    }

    /** How many were acquired for this lane. */
    int acquired() {
        return own.size() + behind.size();
    }

    int stored() {
        return own.stored() + behind.stored();
    }

    long bytesBehind() {
        return behind.bytes();
    }

    /** The first of what was acquired for this lane, whoever may take it. */
    @Nullable
    Buffered firstAcquired() {
        return Buffered.earlier(own.first(), behind.first());
    }

    /** The first of what was acquired for this lane that a party may take. */
    @Nullable
    Buffered firstAcquired(Object party) {
        return Buffered.earlier(own.find(buffered -> groups.mayTake(buffered, party)), behind.first());
    }

    void forEachAcquired(Consumer<Buffered> action) {
        own.forEach(action);
        behind.forEach(action);
    }

    List<Buffered> removeExpired(long nowMillis) {
        List<Buffered> expired = own.removeExpired(nowMillis);
        expired.addAll(behind.removeExpired(nowMillis));
        return expired;
    }

    List<Buffered> removeIf(Predicate<Buffered> unwanted) {
        List<Buffered> removed = own.removeIf(unwanted);
        removed.addAll(behind.removeIf(unwanted));
        return removed;
    }

    List<Buffered> removeBehind(String groupId) {
        List<Buffered> removed = behind.removeIf(born -> groupId.equals(born.groupId()));
        if (!removed.isEmpty()) {
            giveUp();
        }
        return removed;
    }

    long earliestDeadline() {
        return Math.min(own.earliestDeadline(), behind.earliestDeadline());
    }

    /**
     * How many receivers could take. What was acquired for others may only be taken where nothing in the store can be
     * before it.
     */
    int takeable() {
        return own.isEmpty() && !search.caughtUp() && !proven ? 0 : matching.size();
    }

    /** What has become available since a question was asked makes nobody wait for the answer. */
    void proven(boolean value) {
        proven = value;
    }

    /** The first that a party may take; null if there is none. */
    @Nullable
    Buffered first(Object party) {
        if (takeable() == 0) {
            return null;
        }
        if (groups.none()) {
            return matching.first();
        }
        for (Buffered buffered : matching) {
            if (groups.mayTake(buffered, party)) {
                return buffered;
            }
        }
        return null;
    }

    boolean starving() {
        return seats.starving(!matching.isEmpty(), prefetch.disappointedSince());
    }

    // ---- how much more ----

    /** How many births there is room for. */
    int roomForBirths(boolean full) {
        return full ? 0 : (exclusive ? bounds.count() : most()) - acquired() - granted;
    }

    private int most() {
        return Math.min(Math.max(prefetch.size(), seats.waiting()), bounds.fetch());
    }

    private boolean hungry() {
        return seats.demand() && (prefetch.size() > 0 || seats.anyWaiting());
    }

    /**
     * Whether a step of the search is due.
     *
     * @param halfFree whether at most half of the bytes of the whole dispatcher are taken
     */
    boolean searchDue(boolean halfFree) {
        if (!search.mayBegin() || !seats.listening()) {
            return false;
        }
        return (hungry() && (search.anyReported() || low(halfFree))) || (frontWaits > 0 && search.anyReported());
    }

    private boolean low(boolean halfFree) {
        return (own.isEmpty() && seats.anyWaiting()) || (own.size() <= prefetch.size() / 2 && halfFree);
    }

    /** How many matches the next step takes from its page. */
    int wanted(boolean halfFree) {
        if (!search.rewinds() && (!hungry() || !low(halfFree))) {
            return 0;
        }
        int atLeast = own.isEmpty() ? Math.max(1, seats.waiting()) : 1;
        // Where nobody else could have them, births have room of their own, and never keep the search from coming to
        // its end.
        int coming = exclusive ? 0 : granted;
        return halfFree ? Math.max(atLeast, most() - own.size() - coming) : atLeast;
    }

    // ---- births ----

    /**
     * Whether a message that matches overtakes nothing that matches if it goes into the buffer, as far as the lane
     * knows.
     */
    boolean welcomes(Buffered birth, boolean full) {
        return seats.wanting() && search.caughtUp() && roomForBirths(full) > 0 && matches(birth);
    }

    /**
     * Whether a message that matches may be acquired although it would overtake something: it waits behind the search.
     * On a shared store it would be kept from others for as long as the search takes.
     */
    boolean letsWait(Buffered birth, boolean full) {
        return exclusive && seats.wanting() && roomForBirths(full) > 0 && matches(birth);
    }

    /**
     * Grants a birth; {@code behind} if what the same batch makes available otherwise, or another one, may belong
     * before it.
     */
    Promise promise(boolean behind) {
        granted++;
        return new Promise(this, givenUp, behind);
    }

    /**
     * Takes in a birth that was granted.
     *
     * @param waits whether it may overtake something even if the search has come to its end
     * @return whether receivers can take it; else it waits for the search
     */
    boolean born(Buffered birth, boolean waits) {
        if (waits) {
            search.doubt();
        }
        if (exclusive && !search.caughtUp()) {
            behind.add(birth);
            return false;
        }
        take(birth);
        return true;
    }

    private void take(Buffered acquired) {
        search.acquired(acquired.delivery());
        if (acquired.groupId() != null) {
            groups.add(acquired, false);
        }
        own.add(acquired);
        matching.add(acquired);
    }

    /** A birth that was granted. */
    record Promise(SelectorLane lane, int givenUp, boolean behind) {
        /** It has come, or came to nothing; returns whether it may be received. */
        boolean end() {
            lane.granted--;
            boolean kept = lane.givenUp == givenUp && lane.seats.listening();
            if (!kept) {
                lane.search.doubt();
            }
            return kept;
        }
    }

    /** What was acquired for this lane goes back. */
    List<Buffered> drain() {
        giveUp();
        List<Buffered> all = own.drain();
        all.addAll(behind.drain());
        return all;
    }

    /** Some of what was acquired for this lane goes back. */
    void giveUp() {
        givenUp++;
        search.doubt();
    }

    // ---- the search ----

    SearchStep beginStep(long number, boolean halfFree) {
        behind.stepBegins();
        return search.begin(
                number, selector, wanted(halfFree), bounds.bytes() / 2, groups.leaving(), System.nanoTime());
    }

    /** Takes in what a step has brought. */
    void endStep(SearchStep.Found found, List<Buffered> loaded) {
        for (Buffered buffered : loaded) {
            if (buffered.groupId() == null && behind.anyFreshBefore(buffered)) {
                behind.add(buffered);
            } else {
                take(buffered);
            }
        }
        prefetch.fetched(loaded.size());
        search.ended(found, System.nanoTime());
        behind.removePassed(found).forEach(this::take);
        if (search.caughtUp()) {
            behind.drain().forEach(this::take);
        }
    }

    /** A step has passed over what is behind these places. */
    void passedOver(Map<Integer, Place> places) {
        places.forEach((priority, place) ->
                passedOver.merge(priority, place, (one, other) -> one.compareTo(other) <= 0 ? one : other));
    }

    /** Looks again at what was passed over. */
    void lookAgain() {
        search.rewind(passedOver);
        passedOver.clear();
    }

    // ---- waiting for the front ----

    /** Whether receivers would get later messages before what was released to the front. */
    boolean frontMissing() {
        return seats.listening() && search.reportedBefore(!own.isEmpty());
    }

    void frontWaitBegun() {
        frontWaits++;
    }

    void frontWaitEnded() {
        frontWaits--;
    }
}
