package dev.restante.histories;

import dev.restante.histories.HistoryAction.Alter;
import dev.restante.histories.HistoryAction.SessionCall;
import dev.restante.histories.HistoryAction.Settle;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Generator of random histories. The simplest values come first, because shrinking leads to them. */
final class HistoryGenerator {

    private static final int MAX_ACTIONS = 30;
    private static final int MAX_PICK = 5;

    /** Weight of actions of administrators; the weight of traffic is 40. */
    private static final int ADMINISTRATION_WEIGHT = 6;

    private static final int OPTION_COMBINATIONS = 1 << (2 * Alter.AlteredOption.values().length);

    private HistoryGenerator() {}

    static Arbitrary<History> any() {
        return Arbitraries.of(HistoryKind.class)
                .flatMap(kind -> Arbitraries.frequencyOf(Tuple.of(2, ofOneNode(kind)), Tuple.of(1, ofTwoNodes(kind))));
    }

    private static Arbitrary<History> ofOneNode(HistoryKind kind) {
        return of(
                kind,
                Arbitraries.just(Set.of()),
                action(kind, ADMINISTRATION_WEIGHT).list().ofMinSize(1).ofMaxSize(MAX_ACTIONS));
    }

    /** Returns histories that are longer on average, because an effect on the other node needs steps of both nodes. */
    private static Arbitrary<History> ofTwoNodes(HistoryKind kind) {
        return of(
                kind,
                Arbitraries.of(SessionKind.class).set().ofMinSize(1).ofMaxSize(SessionKind.values().length - 1),
                action(kind, 2 * ADMINISTRATION_WEIGHT)
                        .list()
                        .ofMinSize(1)
                        .ofMaxSize(MAX_ACTIONS)
                        .withSizeDistribution(RandomDistribution.uniform()));
    }

    private static Arbitrary<History> of(
            HistoryKind kind, Arbitrary<Set<SessionKind>> onSecondNode, Arbitrary<List<HistoryAction>> steps) {
        return Combinators.combine(
                        Arbitraries.integers().between(0, OPTION_COMBINATIONS - 1),
                        // The in-flight limit is separate, because large numbers are rare.
                        Arbitraries.of(0, 1, 3, 5),
                        Arbitraries.of(false, true),
                        onSecondNode,
                        steps)
                .as((options, inFlight, crashes, sessions, actions) -> new History(
                        History.altered(History.initialOptions(options), Alter.AlteredOption.IN_FLIGHT, inFlight),
                        kind,
                        crashes,
                        sessions,
                        actions));
    }

    private static Arbitrary<HistoryAction> action(HistoryKind kind, int administrationWeight) {
        Arbitrary<HistoryAction> any = Arbitraries.frequencyOf(
                Tuple.of(40, trafficAction(kind)),
                Tuple.of(administrationWeight, onAnyNode(administration())),
                Tuple.of(1, clockStep()),
                Tuple.of(1, pollBoth()));
        return kind.usesRules()
                ? Arbitraries.frequencyOf(
                        Tuple.of(12, any),
                        Tuple.of(2, onAnyNode(ruleChange())),
                        Tuple.of(3, onAnyNode(ofSecondSubscription())))
                : any;
    }

    private static Arbitrary<HistoryAction> onAnyNode(Arbitrary<HistoryAction> action) {
        return Arbitraries.frequencyOf(Tuple.of(1, action), Tuple.of(1, action.map(TwoNodes.OnSecondNode::new)));
    }

    private static Arbitrary<HistoryAction> pollBoth() {
        return Arbitraries.just(new TwoNodes.PollBoth());
    }

    private static Arbitrary<HistoryAction> ofSecondSubscription() {
        return Arbitraries.frequency(
                Tuple.of(4, new SecondSubscription.Subscribe(true)),
                Tuple.of(4, new SecondSubscription.Receive()),
                Tuple.of(1, new SecondSubscription.Purge()),
                Tuple.of(1, new SecondSubscription.Subscribe(false)));
    }

    private static Arbitrary<HistoryAction> ruleChange() {
        Arbitrary<Boolean> second = Arbitraries.frequency(Tuple.of(2, false), Tuple.of(1, true));
        Arbitrary<String> name = Arbitraries.of("$Default", "a", "b");
        return Arbitraries.frequencyOf(
                Tuple.of(1, Combinators.combine(name, second).as(ModelRules.RemoveRule::new)),
                Tuple.of(
                        3,
                        Combinators.combine(
                                        name,
                                        Arbitraries.of(ModelRules.ModelFilter.class),
                                        Arbitraries.of(ModelRules.RuleEffect.class))
                                .as(ModelRules.ModelRule::new)
                                .flatMap(rule -> second.map(of -> new ModelRules.PutRule(rule, of)))));
    }

    private static Arbitrary<HistoryAction> trafficAction(HistoryKind kind) {
        Arbitrary<Integer> pick = Arbitraries.integers().between(0, MAX_PICK);
        Arbitrary<SessionKind> sessionKind = Arbitraries.of(SessionKind.class);
        return Arbitraries.frequencyOf(
                Tuple.of(
                        10,
                        Combinators.combine(messageSpec(kind.usesGroups()), rarelyTrue())
                                .as(HistoryAction.Send::new)),
                Tuple.of(
                        1,
                        Combinators.combine(
                                        messageSpec(kind.usesGroups()),
                                        Arbitraries.of(20_001L, 3_001L, 50_001L),
                                        Arbitraries.of(2, 3))
                                .as(RepeatedSends.SendRepeatedly::new)),
                Tuple.of(10, sessionKind.map(HistoryAction.Receive::new)),
                Tuple.of(
                        8,
                        Combinators.combine(Arbitraries.of(Settle.LockOperation.class), pick)
                                .as(Settle::new)),
                Tuple.of(
                        4,
                        Combinators.combine(pick, Arbitraries.of(false, true))
                                .as(HistoryAction.AdvanceClockToEvent::new)),
                Tuple.of(
                        3,
                        Combinators.combine(sessionKind, Arbitraries.of(SessionCall.SessionOperation.class))
                                .as(SessionCall::new)),
                Tuple.of(
                        2,
                        Arbitraries.of(1L, 2_000L, 10_000L, 40_000L, 200_000L).map(HistoryAction.AdvanceClock::new)),
                Tuple.of(2, Combinators.combine(sessionKind, pick).as(HistoryAction.ReceiveDeferred::new)));
    }

    /** Returns actions of administrators, and ends of nodes. */
    private static Arbitrary<HistoryAction> administration() {
        Arbitrary<Integer> pick = Arbitraries.integers().between(0, MAX_PICK);
        return Arbitraries.frequencyOf(
                Tuple.of(
                        1,
                        Combinators.combine(Arbitraries.of(Alter.AlteredOption.class), pick)
                                .as(Alter::new)),
                Tuple.of(
                        1,
                        Arbitraries.frequency(
                                        Tuple.of(3, StatusActions.ChangeStatus.StatusCall.RESUME),
                                        Tuple.of(2, StatusActions.ChangeStatus.StatusCall.PAUSE),
                                        Tuple.of(1, StatusActions.ChangeStatus.StatusCall.DISABLE),
                                        Tuple.of(1, StatusActions.ChangeStatus.StatusCall.DISABLE_SENDS))
                                .map(StatusActions.ChangeStatus::new)),
                Tuple.of(
                        2,
                        Arbitraries.of(
                                new HistoryAction.CompareContents(),
                                new HistoryAction.Restart(),
                                new HistoryAction.Redrive(),
                                new StatusActions.ProtectFromDeletion(true),
                                new StatusActions.ProtectFromDeletion(false))),
                Tuple.of(2, policyChange()),
                Tuple.of(
                        2,
                        Arbitraries.frequencyOf(
                                Tuple.of(2, pick.map(ContentActions.Resubmit::new)),
                                Tuple.of(
                                        2,
                                        Arbitraries.of(ContentActions.Purge.PurgedMessages.class)
                                                .map(ContentActions.Purge::new)),
                                Tuple.of(1, Arbitraries.just(new ContentActions.Recreate())))));
    }

    private static Arbitrary<HistoryAction> clockStep() {
        return Arbitraries.of(20_000L, 3_600_000L, -20_000L, -3_600_000L).map(ClockSteps.StepClock::new);
    }

    private static Arbitrary<HistoryAction> policyChange() {
        Arbitrary<ModelPolicies.Pattern> pattern = Arbitraries.of(ModelPolicies.Pattern.class);
        Arbitrary<Alter.AlteredOption> option = Arbitraries.of(Alter.AlteredOption.class);
        // Few options, so that policies of different precision often set the same one.
        Arbitrary<Alter.AlteredOption> policyOption = Arbitraries.frequencyOf(
                Tuple.of(
                        2,
                        Arbitraries.of(
                                Alter.AlteredOption.MAX_DELIVERY_COUNT, Alter.AlteredOption.DEFAULT_TIME_TO_LIVE)),
                Tuple.of(1, option));
        return Arbitraries.frequencyOf(
                Tuple.of(
                        6,
                        Combinators.combine(
                                        pattern,
                                        policyOption,
                                        Arbitraries.integers().between(0, MAX_PICK),
                                        Arbitraries.of(true, false))
                                .as(ModelPolicies.SetPolicy::new)),
                Tuple.of(1, option.map(ModelPolicies.RemoveOwnValue::new)),
                Tuple.of(1, pattern.map(ModelPolicies.RemovePolicy::new)));
    }

    private static Arbitrary<MessageSpec> messageSpec(boolean withGroups) {
        return Combinators.combine(
                        Arbitraries.frequency(
                                Tuple.of(4, MessageSpec.DEFAULT_PRIORITY), Tuple.of(1, 0), Tuple.of(1, 9)),
                        Arbitraries.frequency(
                                Tuple.of(3, 0L), Tuple.of(1, 8_001L), Tuple.of(1, 25_001L), Tuple.of(1, 90_001L)),
                        Arbitraries.frequency(Tuple.of(5, 0L), Tuple.of(1, 5_001L), Tuple.of(1, 30_001L)),
                        withGroups ? Arbitraries.of("g", "h").injectNull(0.2) : Arbitraries.just((String) null),
                        Arbitraries.of("d", "e").injectNull(0.6),
                        Arbitraries.of(false, true),
                        Arbitraries.frequency(Tuple.of(4, true), Tuple.of(1, false)))
                .as(MessageSpec::new);
    }

    private static Arbitrary<Boolean> rarelyTrue() {
        return Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true));
    }
}
