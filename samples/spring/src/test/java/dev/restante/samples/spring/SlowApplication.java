package dev.restante.samples.spring;

import dev.restante.RestanteConnectionFactory;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jms.autoconfigure.JmsAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.core.JmsTemplate;

/** Application for {@link ShutdownTest}, whose listener runs until after the application has begun to end. */
@Configuration
@ImportAutoConfiguration(JmsAutoConfiguration.class)
class SlowApplication {

    static final String QUEUE = "slow";
    static final String AT_WORK = "the listener is at work";
    static final String DONE = "the listener is done";

    /** Time in which every shutdown hook of the JVM has run. */
    private static final long LONGER_MILLIS = 700;

    private final CountDownLatch ending = new CountDownLatch(1);

    public static void main(String[] arguments) {
        ConfigurableApplicationContext context = SpringApplication.run(
                SlowApplication.class,
                "--url=" + arguments[0],
                "--logging.level.org.springframework.jms.listener=warn");
        context.getBean(JmsTemplate.class).convertAndSend(QUEUE, "message");
    }

    @Bean
    RestanteConnectionFactory connectionFactory(Environment environment) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(environment.getRequiredProperty("url"));
        factory.setShutdownHook(false);
        return factory;
    }

    @EventListener
    void end(ContextClosedEvent event) {
        ending.countDown();
    }

    @JmsListener(destination = QUEUE)
    void work(String text) throws InterruptedException {
        System.out.println(AT_WORK);
        ending.await();
        // No event tells when the other shutdown hooks have run.
        Thread.sleep(LONGER_MILLIS);
        System.out.println(DONE);
    }
}
