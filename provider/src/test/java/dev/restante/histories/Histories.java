package dev.restante.histories;

import dev.restante.histories.Action.Alter;
import dev.restante.histories.Action.Settle;
import dev.restante.histories.Action.Whole;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generator of random histories. The simplest values come first, because shrinking leads to them. */
final class Histories {

    private static final int LONGEST = 30;
    private static final int PICKS = 5;
    private static final int OPTIONS = 1 << (2 * Alter.Option.values().length);

    private Histories() {}

    static Arbitrary<History> any() {
        return Arbitraries.of(Kind.class).flatMap(kind -> Combinators.combine(
                        Arbitraries.integers().between(0, OPTIONS - 1),
                        // The in-flight limit is separate, because large numbers are rare.
                        Arbitraries.of(0, 1, 3, 5),
                        Arbitraries.of(false, true),
                        action(kind).list().ofMinSize(1).ofMaxSize(LONGEST))
                .as((options, inFlight, crashes, actions) -> new History(
                        History.altered(History.options(options), Alter.Option.IN_FLIGHT, inFlight),
                        kind,
                        crashes,
                        actions)));
    }

    private static Arbitrary<Action> action(Kind kind) {
        Arbitrary<Action> any = anywhere(kind);
        return kind.rules() ? Arbitraries.frequencyOf(Tuple.of(9, any), Tuple.of(1, ruleChange())) : any;
    }

    private static Arbitrary<Action> ruleChange() {
        Arbitrary<String> name = Arbitraries.of("$Default", "a", "b");
        return Arbitraries.frequencyOf(
                Tuple.of(1, name.map(Rules.Remove::new)),
                Tuple.of(
                        3,
                        Combinators.combine(
                                        name, Arbitraries.of(Rules.Filter.class), Arbitraries.of(Rules.Effect.class))
                                .as(Rules.Rule::new)
                                .map(Rules.Put::new)));
    }

    private static Arbitrary<Action> anywhere(Kind kind) {
        Arbitrary<Integer> pick = Arbitraries.integers().between(0, PICKS);
        Arbitrary<Party> party = Arbitraries.of(Party.class);
        return Arbitraries.frequencyOf(
                Tuple.of(
                        10, Combinators.combine(letter(kind.marked()), rarely()).as(Action.Send::new)),
                Tuple.of(10, party.map(Action.Receive::new)),
                Tuple.of(
                        8,
                        Combinators.combine(Arbitraries.of(Settle.Way.class), pick)
                                .as(Settle::new)),
                Tuple.of(
                        4,
                        Combinators.combine(pick, Arbitraries.of(false, true)).as(Action.WaitFor::new)),
                Tuple.of(
                        3,
                        Combinators.combine(party, Arbitraries.of(Whole.Call.class))
                                .as(Whole::new)),
                Tuple.of(
                        2,
                        Arbitraries.of(1L, 2_000L, 10_000L, 40_000L, 200_000L).map(Action.Wait::new)),
                Tuple.of(2, Combinators.combine(party, pick).as(Action.ReceiveDeferred::new)),
                Tuple.of(
                        1,
                        Combinators.combine(Arbitraries.of(Alter.Option.class), pick)
                                .as(Alter::new)),
                Tuple.of(
                        1,
                        Arbitraries.frequency(
                                        Tuple.of(3, Statuses.Change.Call.RESUME),
                                        Tuple.of(2, Statuses.Change.Call.PAUSE),
                                        Tuple.of(1, Statuses.Change.Call.DISABLE),
                                        Tuple.of(1, Statuses.Change.Call.DISABLE_SENDS))
                                .map(Statuses.Change::new)),
                Tuple.of(
                        2,
                        Arbitraries.of(
                                new Action.Look(),
                                new Action.Restart(),
                                new Action.Redrive(),
                                new Statuses.Protect(true),
                                new Statuses.Protect(false))));
    }

    private static Arbitrary<Letter> letter(boolean marked) {
        return Combinators.combine(
                        Arbitraries.frequency(Tuple.of(4, Letter.NORMAL), Tuple.of(1, 0), Tuple.of(1, 9)),
                        Arbitraries.frequency(
                                Tuple.of(3, 0L), Tuple.of(1, 8_001L), Tuple.of(1, 25_001L), Tuple.of(1, 90_001L)),
                        Arbitraries.frequency(Tuple.of(5, 0L), Tuple.of(1, 5_001L), Tuple.of(1, 30_001L)),
                        marked ? Arbitraries.of("g", "h").injectNull(0.2) : Arbitraries.just((String) null),
                        Arbitraries.of("d", "e").injectNull(0.6),
                        Arbitraries.of(false, true),
                        Arbitraries.frequency(Tuple.of(4, true), Tuple.of(1, false)))
                .as(Letter::new);
    }

    private static Arbitrary<Boolean> rarely() {
        return Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true));
    }
}
