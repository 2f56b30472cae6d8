package dev.restante.samples.sjms2;

import jakarta.jms.ConnectionFactory;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.sjms2.Sjms2Component;
import org.apache.camel.impl.DefaultCamelContext;

/** Camel routes with {@code camel-sjms2} that process orders, and that request and reply with prices. */
public final class Roastery extends RouteBuilder {

    // region component
    public static CamelContext open(ConnectionFactory factory) throws Exception {
        Sjms2Component jms = new Sjms2Component();
        jms.setConnectionFactory(factory);
        CamelContext camel = new DefaultCamelContext();
        camel.addComponent("sjms2", jms);
        camel.addRoutes(new Roastery());
        camel.start();
        return camel;
    }
    // endregion

    // region routes
    @Override
    public void configure() {
        from("sjms2:orders?transacted=true&concurrentConsumers=2")
                .filter(body().isEqualTo("chicory"))
                .throwException(IllegalStateException.class, "no coffee")
                .end()
                .setBody(simple("roasted ${body}"))
                .to("sjms2:shelf");

        from("sjms2:orders/$DeadLetterQueue?transacted=true")
                .setBody(simple("sorry, no ${body}: ${header.DeadLetterReason}"))
                .removeHeaders("*")
                .to("sjms2:apologies");

        from("direct:price").to("sjms2:prices?exchangePattern=InOut&requestTimeout=5000");

        from("sjms2:prices?transacted=true").setBody(simple("${body.length()} EUR"));
    }
    // endregion
}
