package dev.restante.samples.spring.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Restaurant on Spring Boot, with messages and business tables in one database through one data source. */
@SpringBootApplication(proxyBeanMethods = false)
public class OrdersApplication {

    /**
     * Places three orders, waits until all are answered, and ends.
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
