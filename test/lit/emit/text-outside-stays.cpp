// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Whatever is not an annotated loop stays byte for byte, behind marks of what the host touches.

#define TWICE(x)   ((x) *\
  2)   // odd   spacing
int   untouched( int x ){return TWICE(x) ;}

[[clustrix::cluster]]   void scale( double*a , int n )   {
  int   before = untouched(  3 );
  for (int i = 0; i < n; ++i) a[i] *= before;
  /* after */   (void)before ;
}

// CHECK: {{^}}#define TWICE(x)   ((x) *\
// CHECK-NEXT: {{^}}  2)   // odd   spacing
// CHECK-NEXT: {{^}}int   untouched( int x ){return TWICE(x) ;}
// CHECK: {{^}}{{\[\[}}clustrix::cluster{{\]\]}}   __attribute__((used)) inline void scale( double*a , int n )   { clustrix::BriefResidency residency;
// CHECK-NEXT: {{^}}  int   before = untouched(  3 );
// CHECK: {{^}}  /* after */   (void)before ;
