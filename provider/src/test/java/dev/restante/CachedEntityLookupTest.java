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
 * Rule for lookups that find an entity only if the node has it in its cache. Such a caller gets a default for an entity
 * that another node created a moment ago, and former options for an entity that another node altered. The tables below
 * say for each caller why that is harmless. A new caller fails the test until it stands in a table.
 */
class CachedEntityLookupTest {

    /** The lookups that never ask the store. */
    private static final Map<Class<?>, Set<String>> LOOKUPS = Map.of(
            EntityRegistry.class, Set.of("known"),
            NodeContext.class, Set.of("knownEntity", "deadline", "mayReceive", "topicOf"));

    /** Callers for which the cache is a hint: they read the store before they decide. */
    private static final List<String> HINTS = List.of(
            "node.core.UsableEntities.requireExisting",
            "node.entity.IdleEntities.run",
            "node.expiry.SweptEntities.begin",
            "node.expiry.SweptEntities.cached");

    /** Callers that hold deliveries, receivers or shares of the entity, so the node has read it. */
    private static final List<String> IN_USE_HERE = List.of(
            "node.cluster.NodeRequests.obey",
            "node.commit.Buffers.endGroups",
            "node.commit.Buffers.forgetDeleted",
            "node.commit.Buffers.noticeDeadline",
            "node.commit.Buffers.noticeStatus",
            "node.commit.BufferReturns.back",
            "node.commit.BufferReturns.backInStore",
            "node.commit.BufferReturns.deadLetterUnreadable",
            "node.commit.BufferReturns.endGroupOf",
            "node.commit.BufferReturns.expire",
            "node.commit.Fetching.open",
            "node.commit.Pipelines.isSubscription",
            "node.commit.Pipelines.of",
            "node.commit.ReplacedValues.lookAround",
            "node.core.NodeContext.deadline",
            "node.core.NodeContext.knownEntity",
            "node.core.NodeContext.mayReceive",
            "node.core.NodeContext.noticeAt",
            "node.entity.IdleEntities.arrived",
            "node.entity.IdleEntities.inUse",
            "node.entity.SubscriptionMaking.checkReplaceable",
            "node.receive.QueueReceiver.pollNow",
            "node.receive.QueueReceiver.room",
            "node.receive.QuotaShares.share",
            "node.receive.QuotaShares.takeLater",
            "node.send.Forwarding.current");

    /** Callers that ask for the parent of a cached entity: the registry caches no entity without its parents. */
    private static final List<String> PARENTS = List.of(
            "node.admin.Explaining.explain",
            "node.commit.Returns.sourceName",
            "node.core.NodeContext.topicOf",
            "node.entity.IdleEntities.parent",
            "node.entity.NodeSubscriptions.unsubscribe",
            "node.receive.DeferredReceiving.receive",
            "node.send.Forwarding.route");

    /** Callers that act on an entity once the node learns of it with a heartbeat, and harm nothing until then. */
    private static final List<String> LATER = List.of(
            "node.entity.IdleEntities.optionsAltered",
            "node.send.Forwarder.arrived",
            "node.send.Forwarder.optionsAltered",
            "node.send.Forwarder.run");

    /** Callers that only count or show what the node knows. */
    private static final List<String> SHOWN = List.of("node.BrokerNode.logStart");

    @Test
    @DisplayName("each caller of a lookup that never asks the store has a reason why a missing entity is harmless")
    void shouldHaveAReasonForEachLookupInTheCache() {
        Set<String> decided = new TreeSet<>();
        List.of(HINTS, IN_USE_HERE, PARENTS, LATER, SHOWN).forEach(decided::addAll);
        assertThat(callers().keySet()).containsExactlyInAnyOrderElementsOf(decided);
    }

    private static Map<String, Long> callers() {
        return OurClasses.ALL.stream()
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
