package dev.restante.spring.boot;

import java.io.Serializable;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.devtools.restart.Restarter;
import org.springframework.boot.jms.autoconfigure.JmsAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.core.JmsTemplate;

/** Application with devtools that sends an object, restarts and receives the object. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({RestanteAutoConfiguration.class, JmsAutoConfiguration.class})
class DevtoolsApplication {

    /** Class of the application, which each restart loads again. */
    private record Dish(String name) implements Serializable {}

    public static void main(String[] arguments) {
        SpringApplication.run(DevtoolsApplication.class, arguments);
    }

    @Bean
    ApplicationRunner order(JmsTemplate jms) {
        return arguments -> {
            jms.setReceiveTimeout(JmsTemplate.RECEIVE_TIMEOUT_NO_WAIT);
            Object found = jms.receiveAndConvert("dishes");
            System.out.println(
                    "loader: " + getClass().getClassLoader().getClass().getSimpleName());
            if (found == null) {
                jms.convertAndSend("dishes", new Dish("stew"));
                new Thread(() -> Restarter.getInstance().restart()).start();
            } else {
                System.out.println("again: " + ((Dish) found).name());
            }
        };
    }
}
