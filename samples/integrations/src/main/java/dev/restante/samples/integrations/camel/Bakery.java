package dev.restante.samples.integrations.camel;

import jakarta.jms.ConnectionFactory;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;

/** Camel routes that process orders and failed orders, and that request and reply with prices. */
public final class Bakery extends RouteBuilder {

    // region component
    public static CamelContext open(ConnectionFactory factory) throws Exception {
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(factory);
        jms.setTransacted(true);
        jms.setLazyCreateTransactionManager(false);
        jms.setCacheLevelName("CACHE_CONSUMER");
        CamelContext camel = new DefaultCamelContext();
        camel.addComponent("jms", jms);
        camel.addRoutes(new Bakery());
        camel.start();
        return camel;
    }
    // endregion

    // region routes
    @Override
    public void configure() {
        from("jms:orders?concurrentConsumers=2")
                .to("jms:bills")
                .filter(body().isEqualTo("soufflé"))
                .throwException(IllegalStateException.class, "collapsed")
                .end()
                .setBody(simple("baked ${body}"))
                .to("jms:shelf");

        from("jms:orders/$DeadLetterQueue")
                .setBody(simple("sorry, no ${body}: ${header.DeadLetterReason}"))
                .removeHeaders("*")
                .to("jms:apologies");

        from("direct:price").to("jms:prices?exchangePattern=InOut&requestTimeout=5000");

        from("jms:prices").setBody(simple("${body.length()} EUR"));
    }
    // endregion
}
