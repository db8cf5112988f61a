//! The circle of circle.c in Rust: the same calls, linked with the same static library.
use std::ffi::{c_char, c_double, c_int, c_void, CString};

#[link(name = "car", kind = "static")]
extern "C" {
    fn car_create() -> *mut c_void;
    fn car_free(one: *mut c_void);
    fn car_find(name: *const c_char) -> c_int;
    fn car_get(one: *const c_void, index: c_int) -> c_double;
    fn car_set(one: *mut c_void, index: c_int, value: c_double) -> c_int;
    fn car_step(one: *mut c_void, seconds: c_double) -> c_int;
    fn car_time(one: *const c_void) -> c_double;
}

fn find(name: &str) -> c_int {
    let text = CString::new(name).unwrap();
    unsafe { car_find(text.as_ptr()) }
}

fn main() {
    let (x, y, speed) = (find("chassis.position_x"), find("chassis.position_y"), find("chassis.speed"));
    unsafe {
        let one = car_create();
        assert!(car_set(one, find("steer"), 0.2) == 0 && car_set(one, find("throttle"), 0.2) == 0);
        println!("time_s,x_m,y_m,speed_m_s");
        for _ in 0..11 {
            println!("{},{:e},{:e},{:e}", car_time(one), car_get(one, x), car_get(one, y), car_get(one, speed));
            for _ in 0..100 {
                assert!(car_step(one, 0.01) == 0);
            }
        }
        car_free(one);
    }
}
