package dev.restante.samples.boot;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.core.JmsTemplate;

/** Application that sends a message, receives it, and runs until it is stopped. */
// region application
@SpringBootApplication(proxyBeanMethods = false)
public class GreetingsApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(GreetingsApplication.class, arguments);
    }

    @Bean
    ApplicationRunner greeting(JmsTemplate jms) {
        return arguments -> jms.convertAndSend("greetings", "Hello Ada");
    }

    @JmsListener(destination = "greetings")
    void greeted(String greeting) {
        System.out.println("received: " + greeting);
    }
}
// endregion
