package dev.restante;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Test of the callers that may find an entity by its name in the memory of a node. Another node may have deleted such
 * an entity, so the batch of each caller checks at commit that the entity exists. All other callers read the store.
 */
class CachedEntityByNameTest {

    private static final Set<String> CACHED = Set.of(
            "dev.restante.node.core.EntityRegistry.cached",
            "dev.restante.node.core.EntityRegistry.cachedQueue",
            "dev.restante.broker.QueueAdministration.cachedQueue",
            "dev.restante.broker.SubscriptionRegistry.cachedTopic",
            "dev.restante.jms.core.EntityAccess.cachedSendTarget");

    private static final Set<String> CALLERS = Set.of(
            // These lookups call each other.
            "dev.restante.node.core.EntityRegistry.cachedQueue",
            "dev.restante.node.admin.NodeQueueAdministration.cachedQueue",
            "dev.restante.node.feature.topics.NodeSubscriptionRegistry.cachedTopic",
            "dev.restante.jms.core.EntityAccess.cachedSendTarget",
            // These callers find the target of a message, of a forward and of a dead letter.
            "dev.restante.jms.send.SessionSender.prepare",
            "dev.restante.node.feature.forwarding.route.ForwardRouter.find",
            "dev.restante.node.commit.DeadLetterTargetFinder.configuredTarget");

    @Test
    @DisplayName("only callers whose batch checks the entity at commit look it up by name in memory")
    void shouldReadTheStoreElsewhere() {
        noClasses()
                .should()
                .callMethodWhere(new DescribedPredicate<JavaCall<?>>("a cached look by name, from another caller") {
                    @Override
                    public boolean test(JavaCall<?> call) {
                        return CACHED.contains(called(call)) && isByName(call) && !CALLERS.contains(caller(call));
                    }
                })
                .check(ProductClasses.ALL);
    }

    private static boolean isByName(JavaCall<?> call) {
        return call.getTarget().getRawParameterTypes().stream()
                .noneMatch(type -> type.getName().equals("long"));
    }

    private static String called(JavaCall<?> call) {
        return call.getTargetOwner().getName() + "." + call.getTarget().getName();
    }

    /** Returns the method that makes a call. A lambda counts as a part of its method. */
    private static String caller(JavaCall<?> call) {
        String method = call.getOrigin().getName();
        String within =
                method.startsWith("lambda$") ? method.substring("lambda$".length(), method.lastIndexOf('$')) : method;
        return call.getOriginOwner().getName() + "." + within;
    }
}
