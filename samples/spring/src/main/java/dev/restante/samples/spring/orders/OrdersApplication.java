package dev.restante.samples.spring.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A restaurant on Spring Boot: messages and business tables are in one database, through one data source. */
@SpringBootApplication(proxyBeanMethods = false)
public class OrdersApplication {

    /**
     * Takes three orders, waits until all are dealt with, and ends.
     *
     * @param arguments properties of Spring Boot, such as {@code --spring.datasource.url=jdbc:hsqldb:file:data/orders}
     */
    public static void main(String[] arguments) throws InterruptedException {
        try (ConfigurableApplicationContext context = SpringApplication.run(OrdersApplication.class, arguments)) {
            Waiter waiter = context.getBean(Waiter.class);
            waiter.order("tea");
            waiter.order("soufflé");
            waiter.order("coffee");
            waiter.awaitAnswers(3);
        }
    }
}
