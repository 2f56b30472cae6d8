package dev.restante.admin.jmx;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicMXBean;
import dev.restante.admin.TopicStatistics;

/**
 * Implementation of {@link TopicMXBean} that translates JMX calls for one topic into calls to {@link RestanteAdmin}.
 */
final class TopicBean implements TopicMXBean {

    private final RestanteAdmin admin;
    private final String name;

    TopicBean(RestanteAdmin admin, String name) {
        this.admin = admin;
        this.name = name;
    }

    private TopicStatistics statistics() {
        return JmxExceptions.translate(() -> admin.topics().statistics(name));
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getStatus() {
        return JmxExceptions.translate(
                () -> admin.topics().topic(name).options().status().name());
    }

    @Override
    public String pause() {
        return JmxExceptions.translate(() -> admin.topics().pause(name).name());
    }

    @Override
    public String resume() {
        return JmxExceptions.translate(() -> admin.topics().resume(name).name());
    }

    @Override
    public String disable() {
        return JmxExceptions.translate(() -> admin.topics().disable(name).name());
    }

    @Override
    public int getSubscriptionCount() {
        return statistics().subscriptions();
    }

    @Override
    public long getSent() {
        return statistics().sent();
    }

    @Override
    public double getSentPerSecond() {
        return statistics().sentPerSecond();
    }
}
