package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.core.NodeContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Test of lookups that find an entity only if the node has it in its cache. A caller gets a default for an entity that
 * another node has just created, and old options if another node has just altered the entity. The tables below list
 * each caller with the reason why that is harmless. A new caller fails the test until it is listed.
 */
class CachedEntityLookupTest {

    /** Lookups that never query the store. */
    private static final Map<Class<?>, Set<String>> LOOKUPS = Map.of(
            EntityRegistry.class, Set.of("known", "isKnown"),
            NodeContext.class, Set.of("cachedEntity", "expiryOf", "mayReceive", "topicOf"));

    /** Callers that use the cache as a hint, and read the store before they decide. */
    private static final List<String> HINTS = List.of(
            "node.core.UsableEntityLookup.requireExisting",
            "node.feature.idle.IdleEntityDeleter.run",
            "node.expiry.SweepEntityFilter.begin",
            "node.expiry.SweepEntityFilter.cached");

    /** Callers that concern only deliveries, receivers or shares of this node, which has read their entities. */
    private static final List<String> IN_USE_HERE = List.of(
            "node.cluster.NodeRequestChannel.executePending",
            "node.commit.NodePrefetchBuffers.expireGroups",
            "node.commit.NodePrefetchBuffers.removeDeletedEntities",
            "node.commit.NodePrefetchBuffers.scheduleExpiry",
            "node.commit.NodePrefetchBuffers.applyStatus",
            "node.commit.PrefetchReturner.returnChangeSets",
            "node.commit.PrefetchReturner.returnChanges",
            "node.commit.PrefetchReturner.deadLetterUnreadable",
            "node.commit.PrefetchReturner.expireGroupOf",
            "node.commit.PrefetchReturner.expire",
            "node.commit.FetchExecutor.open",
            "node.commit.CommitPipelines.isSubscription",
            "node.commit.CommitPipelines.of",
            "node.feature.lastvalues.LastValueEvictor.evictReplacedByOtherNodes",
            "node.core.NodeContext.expiryOf",
            "node.core.NodeContext.cachedEntity",
            "node.core.NodeContext.mayReceive",
            "node.core.NodeContext.nextDueMillis",
            "node.feature.idle.IdleEntityDeleter.onArrival",
            "node.feature.idle.IdleEntityDeleter.inUse",
            "node.feature.topics.SubscriptionCreator.checkReplaceable",
            "node.feature.topics.TopicSender.awaitSendsToMatching",
            "node.receive.QueueReceiver.pollOrFetch",
            "node.receive.QueueReceiver.receiveCapacity",
            "node.settle.NodeDeliverySettler.entityIsKnown",
            "node.feature.quota.InFlightLimitShares.share",
            "node.feature.quota.InFlightLimitShares.requestLater",
            "node.feature.forwarding.route.ForwardRouter.rerouted");

    /**
     * Callers that look up the parent of a cached entity, because the registry caches no entity without its parents.
     */
    private static final List<String> PARENTS = List.of(
            "node.admin.BlockingReasonFinder.explain",
            "node.commit.DispositionChanges.sourceName",
            "node.core.NodeContext.topicOf",
            "node.feature.idle.IdleEntityDeleter.parent",
            "node.feature.topics.NodeSubscriptionRegistry.join",
            "node.feature.deferral.DeferredMessageReceiver.receive",
            "node.feature.forwarding.route.ForwardRouter.route");

    /** Callers that act on an entity when the node learns of it with a heartbeat, and that harm nothing until then. */
    private static final List<String> LATER = List.of(
            "node.feature.idle.IdleEntityDeleter.topicsOf",
            "node.feature.idle.IdleEntityDeleter.onOptionsChanged",
            "node.feature.topics.NodeSubscriptionRegistry.isKnown",
            "node.feature.forwarding.Forwarder.onArrival",
            "node.feature.forwarding.Forwarder.onOptionsChanged",
            "node.feature.forwarding.Forwarder.run");

    /** Callers that only count or show the entities that the node knows. */
    private static final List<String> SHOWN = List.of("node.BrokerNode.logStart");

    @Test
    @DisplayName("each caller of a lookup without a store query has a reason why a missing entity is harmless")
    void shouldHaveAReasonForEachLookupInTheCache() {
        Set<String> decided = new TreeSet<>();
        List.of(HINTS, IN_USE_HERE, PARENTS, LATER, SHOWN).forEach(decided::addAll);
        assertThat(callers().keySet()).containsExactlyInAnyOrderElementsOf(decided);
    }

    private static Map<String, Long> callers() {
        return ProductClasses.ALL.stream()
                .flatMap(each -> each.getAccessesFromSelf().stream())
                .filter(CachedEntityLookupTest::isLookup)
                .map(CachedEntityLookupTest::caller)
                .collect(Collectors.groupingBy(caller -> caller, TreeMap::new, Collectors.counting()));
    }

    private static boolean isLookup(JavaAccess<?> access) {
        return LOOKUPS.entrySet().stream()
                .anyMatch(lookups -> access.getTargetOwner().isEquivalentTo(lookups.getKey())
                        && lookups.getValue().contains(access.getTarget().getName()));
    }

    /** Returns the class and method of a caller, without the parts that the compiler adds for lambdas. */
    private static String caller(JavaAccess<?> access) {
        JavaClass owner = access.getOriginOwner();
        while (owner.getEnclosingClass().isPresent()) {
            owner = owner.getEnclosingClass().get();
        }
        String method = access.getOrigin().getName().replaceAll("^lambda\\$(.*)\\$\\d+$", "$1");
        return owner.getName().substring("dev.restante.".length()) + "." + method;
    }
}
