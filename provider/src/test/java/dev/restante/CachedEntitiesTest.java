package dev.restante;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Names the callers that may find an entity by its name in a node's memory. Another node may have deleted such an
 * entity, so the batch of each of these callers checks at commit that the entity is there. All other callers read the
 * store.
 */
class CachedEntitiesTest {

    private static final Set<String> CACHED = Set.of(
            "dev.restante.node.core.EntityRegistry.cached",
            "dev.restante.node.core.EntityRegistry.cachedQueue",
            "dev.restante.broker.QueueAdministration.cachedQueue",
            "dev.restante.broker.Subscriptions.cachedTopic",
            "dev.restante.jms.core.EntityAccess.sendTarget");

    private static final Set<String> CALLERS = Set.of(
            // Each other.
            "dev.restante.node.core.EntityRegistry.cachedQueue",
            "dev.restante.node.admin.NodeQueueAdministration.cachedQueue",
            "dev.restante.node.entity.NodeSubscriptions.cachedTopic",
            "dev.restante.jms.core.EntityAccess.sendTarget",
            // The target of a message, the next entity of a chain of forwarding, the target of dead letters.
            "dev.restante.jms.send.SessionSender.prepare",
            "dev.restante.node.send.Forwarding.find",
            "dev.restante.node.commit.Returns.configuredTarget");

    @Test
    @DisplayName("only callers whose batch checks the entity at commit find it by name in memory")
    void shouldReadTheStoreElsewhere() {
        noClasses()
                .should()
                .callMethodWhere(new DescribedPredicate<JavaCall<?>>("a cached look by name, from another caller") {
                    @Override
                    public boolean test(JavaCall<?> call) {
                        return CACHED.contains(called(call)) && isByName(call) && !CALLERS.contains(caller(call));
                    }
                })
                .check(OurClasses.ALL);
    }

    private static boolean isByName(JavaCall<?> call) {
        return call.getTarget().getRawParameterTypes().stream()
                .noneMatch(type -> type.getName().equals("long"));
    }

    private static String called(JavaCall<?> call) {
        return call.getTargetOwner().getName() + "." + call.getTarget().getName();
    }

    /** Returns the method that makes a call; a lambda is part of its method. */
    private static String caller(JavaCall<?> call) {
        String method = call.getOrigin().getName();
        String within =
                method.startsWith("lambda$") ? method.substring("lambda$".length(), method.lastIndexOf('$')) : method;
        return call.getOriginOwner().getName() + "." + within;
    }
}
