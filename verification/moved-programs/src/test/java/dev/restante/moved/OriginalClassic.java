package dev.restante.moved;

import dev.restante.moved.program.ProgramFactories;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQXAConnectionFactory;
import org.apache.activemq.RedeliveryPolicy;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.policy.FixedCountSubscriptionRecoveryPolicy;
import org.apache.activemq.broker.region.policy.PolicyEntry;
import org.apache.activemq.broker.region.policy.PolicyMap;
import org.apache.activemq.plugin.StatisticsBrokerPlugin;

/** Embedded ActiveMQ Classic, with the settings of its program. */
record OriginalClassic(BrokerService service, ProgramFactories factories) implements RunningProvider {

    private static final String URL = "vm://moved?create=false";

    static OriginalClassic start() throws Exception {
        BrokerService service = new BrokerService();
        service.setBrokerName("moved");
        service.setUseJmx(false);
        service.setPersistent(false);
        service.setSchedulerSupport(true);
        service.setPlugins(new BrokerPlugin[] {new StatisticsBrokerPlugin()});
        PolicyEntry policy = new PolicyEntry();
        policy.setPrioritizedMessages(true);
        policy.setExpireMessagesPeriod(50);
        policy.setSubscriptionRecoveryPolicy(new FixedCountSubscriptionRecoveryPolicy());
        PolicyMap policies = new PolicyMap();
        policies.setDefaultEntry(policy);
        service.setDestinationPolicy(policies);
        service.start();
        service.waitUntilStarted();

        RedeliveryPolicy redelivery = new RedeliveryPolicy();
        redelivery.setMaximumRedeliveries(2);
        redelivery.setInitialRedeliveryDelay(0);
        redelivery.setRedeliveryDelay(0);
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(URL);
        factory.setRedeliveryPolicy(redelivery);
        factory.setMessagePrioritySupported(true);
        return new OriginalClassic(service, new ProgramFactories(factory, new ActiveMQXAConnectionFactory(URL)));
    }

    @Override
    public void close() throws Exception {
        service.stop();
        service.waitUntilStopped();
    }
}
